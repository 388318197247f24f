"""A review judges a seat by its knowledge: with other hidden hands that fit this knowledge, the
review of the seat's moves is the same.
"""

from dataclasses import replace
from random import Random

import pytest

from literature.judge.game import steps
from literature.judge.worker import seat_grid
from literature.rules.options import PRESETS
from tests.unit.kit.table import Table
from tests.unit.literature.policy.test_honesty import with_other_hands

pytestmark = pytest.mark.slow


def seen_by(table, seat):
    """The parts of a review about a seat's own moves and its knowledge."""
    judged = [
        replace(move, certain={str(seat): move.certain.get(str(seat))})
        for move in steps(table.rules, table.dealer, table.dealt, table.log)
        if move.seat == seat
    ]
    known = table.rules, seat, table.dealer, table.dealt[seat]
    return judged, [seat_grid(*known, table.log[:number]) for number in range(len(table.log))]


@pytest.mark.parametrize("preset", ["silent-hands", "nine-sets-anytime"])
def test_hidden_hands_change_no_verdict(preset):
    rng, exchanged = Random(preset), 0
    table = Table(PRESETS[preset], Random(1))
    for _ in range(7):
        table.play(table.choose("easy"))
    for seat in range(3):
        tried = (with_other_hands(table, seat, rng) for _ in range(30))
        other = next((each for each in tried if each), None)
        if other:
            exchanged += 1
            assert seen_by(other, seat) == seen_by(table, seat)
    assert exchanged >= 2, "the test has shown nothing"
