"""A review judges a seat by its knowledge: with other hidden hands that fit this knowledge, the
review of the seat's moves is the same.
"""

from dataclasses import replace
from random import Random

import pytest

from literature.judge.game import steps
from literature.rules.options import PRESETS
from tests.unit.kit.table import Table
from tests.unit.literature.policy.test_honesty import with_other_hands

pytestmark = pytest.mark.slow


def review_of(table):
    return list(steps(table.rules, table.dealer, table.dealt, table.log))


def seen_by(made, seat):
    """The parts of a review about a seat's own moves and its knowledge."""
    judged = [
        replace(step.move, certain={str(seat): step.move.certain.get(str(seat))})
        for step in made
        if step.move.seat == seat
    ]
    return judged, [step.grids[seat] for step in made]


@pytest.mark.parametrize("preset", ["silent-hands", "nine-sets-anytime"])
def test_hidden_hands_change_no_verdict(preset):
    rng, exchanged = Random(preset), 0
    table = Table(PRESETS[preset], Random(1))
    for _ in range(7):
        table.play(table.choose("easy"))
    made = review_of(table)
    for seat in range(3):
        tried = (with_other_hands(table, seat, rng) for _ in range(30))
        other = next((each for each in tried if each), None)
        if other:
            exchanged += 1
            assert seen_by(review_of(other), seat) == seen_by(made, seat)
    assert exchanged >= 2, "the test has shown nothing"
