"""A bot decides only by its information state: other hidden hands that fit it never change a
decision.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from literature.knowledge import Knowledge
from literature.policy import LEVELS, choose, wants_to_claim
from literature.rules.cards import cards_in
from literature.rules.legality import IllegalMove
from literature.rules.moves import move_of
from literature.rules.state import FINISHED
from tests.unit.kit.strategies import PROFILE, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow


def with_other_hands(table: Table, seat: int, rng: Random) -> Table | None:
    """The same game as ``seat`` saw it, but with two random hidden cards of other players swapped;
    None if these two cards can't be swapped.
    """
    known = table.knowledge[seat].sure()
    hidden = [
        (other, card)
        for other, hand in enumerate(table.state.hands)
        for card in cards_in(hand & ~known[other])
    ]
    if len(hidden) < 2:
        return None
    (one, x), (other, y) = rng.sample(hidden, 2)
    if one == other:
        return None
    dealt = list(table.dealt)
    dealt[one] ^= 1 << x | 1 << y
    dealt[other] ^= 1 << x | 1 << y
    again = Table(table.rules, Random(0), table.dealer, tuple(dealt))
    try:
        for event in table.log:
            if again.play(move_of(event)) != event:
                return None
    except IllegalMove:
        return None
    return again


def decision(table: Table, seat: int, level: str):
    seen = table.information_state(seat)
    knowledge = Knowledge.of(seen)
    if seat == table.state.turn:
        return choose(seen, knowledge, level, Random(7))
    return wants_to_claim(seen, knowledge, level)


def test_hidden_hands_change_no_decision():
    exchanged = 0

    @settings(PROFILE, max_examples=PROFILE.max_examples // 2)
    @given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(0, 100))
    def look(rules, rng, moves):
        nonlocal exchanged
        table = Table(rules, rng)
        list(table.play_at_random(moves))
        if table.state.phase == FINISHED:
            return
        for seat in (table.state.turn, rng.randrange(rules.players)):
            for _ in range(3):
                other = with_other_hands(table, seat, rng)
                if other:
                    exchanged += 1
                    assert other.information_state(seat) == table.information_state(seat)
                    for level in LEVELS:
                        assert decision(other, seat, level) == decision(table, seat, level)

    look()
    assert exchanged > 15, "the test has shown nothing"
