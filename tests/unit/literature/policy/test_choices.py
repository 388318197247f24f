"""Bots make only legal moves, choose as their level should, and end every game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.knowledge.belief import chances
from literature.policy import LEVELS, wants_to_claim
from literature.rules.apply import apply
from literature.rules.cards import parse_hand
from literature.rules.move_text import move_text, parse_move
from literature.rules.moves import CORRECT, OPPONENT_HELD, Ask, Claim, Claimed, Pass
from literature.rules.options import Rules
from literature.rules.state import FINISHED
from tests.unit.kit.strategies import FEW, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow

#: No game has needed this many moves (the longest took about 350), even after random moves.
LONG = 1500


def table_of(*hands: str, dealer: int = 0, log: str = "") -> Table:
    """A table of four with quartets, these hands, and some moves: ``"1 ask TC 0, …"``."""
    rules = Rules(deck="quartets", players=4)
    table = Table(rules, Random(1), dealer, tuple(parse_hand(hand.split()) for hand in hands))
    for text in filter(None, log.split(", ")):
        table.play(parse_move(table.state.deck, text))
    return table


def tens_in_three_hands(dealer: int, log: str) -> Table:
    """Seat 0 holds TC and TD, seat 2 TS, seat 3 TH.

    Apart from these and AC, each seat has one suit.
    """
    return table_of(
        "TC TD 2C 3C 4C 5C 6C 7C 8C 9C JC QC KC",
        "2D 3D 4D 5D 6D 7D 8D 9D JD QD KD AD AC",
        "TS 2H 3H 4H 5H 6H 7H 8H 9H JH QH KH AH",
        "TH 2S 3S 4S 5S 6S 7S 8S 9S JS QS KS AS",
        dealer=dealer,
        log=log,
    )


@FEW
@given(
    rules=all_rules(),
    rng=st.randoms(use_true_random=False),
    before=st.integers(0, 80),
    levels=st.lists(st.sampled_from(LEVELS), min_size=12, max_size=12),
)
def test_bots_finish_any_game_with_legal_moves(rules, rng, before, levels):
    table = Table(rules, rng)
    list(table.play_at_random(before))
    while table.state.phase != FINISHED:
        assert len(table.log) < LONG
        seat = table.state.turn
        event = table.play(table.choose(levels[seat]))
        assert not (isinstance(event, Claimed) and event.outcome == OPPONENT_HELD)


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_a_claim_of_a_bot_is_legal_and_correct(rules, rng):
    table = Table(rules, rng)
    for state in table.play_at_random(150):
        for seat, knowledge in enumerate(table.knowledge):
            for level in LEVELS:
                claim = wants_to_claim(table.information_state(seat), knowledge, level)
                if claim:
                    assert apply(state, claim)[1].outcome == CORRECT


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_the_chances_of_each_card_add_up_and_impossible_holders_have_none(rules, rng):
    table = Table(rules, rng)
    for _ in table.play_at_random(30):
        knowledge = rng.choice(table.knowledge)
        for card, row in chances(knowledge).items():
            assert sum(row) == pytest.approx(1)
            assert all(
                seat in knowledge.possible(card) for seat, chance in enumerate(row) if chance
            )


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_medium_asks_only_possible_holders(rules, rng):
    table = Table(rules, rng)
    for state in table.play_at_random(60):
        move = table.choose("medium") if state.phase != FINISHED else None
        if isinstance(move, Ask):
            assert move.of in table.knowledge[state.turn].possible(move.card)


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_hard_makes_no_absurd_move(rules, rng):
    """The hard level makes no hopeless ask while another ask may hit, and no claim that is known to
    be wrong.
    """
    table = Table(rules, rng)
    for state in table.play_at_random(60):
        if state.phase == FINISHED:
            return
        knowledge, move = table.knowledge[state.turn], table.choose("hard")
        legal = table.information_state(state.turn).legal
        if isinstance(move, Ask) and move.of not in knowledge.possible(move.card):
            assert not any(
                seat in knowledge.possible(card)
                for card, targets in legal.asks.items()
                for seat in targets
            )
        elif isinstance(move, Claim):
            assert knowledge.fits(move.card_set, move.holders)
            assert all(seat in knowledge.possible(card) for card, seat in move.holders)


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_with_a_known_holder_is_asked_for(level):
    table = tens_in_three_hands(3, "3 ask TC 0, 3 ask JH 0")
    assert move_text(table.state.deck, table.choose(level)) == "0 ask TC 3"


def test_easy_forgets_where_a_card_went():
    misses = ", ".join(f"0 ask {rank}S 1, 1 ask {rank}S 0" for rank in "2345")
    table = tens_in_three_hands(3, f"3 ask TC 0, 3 ask JH 0, {misses}")
    asked = {
        level: {move_text(table.state.deck, table.choose(level)) for _ in range(30)}
        for level in LEVELS
    }
    assert asked["medium"] == {"0 ask TC 3"}
    assert len(asked["easy"]) > 5


@pytest.mark.parametrize("level", LEVELS)
def test_a_set_in_one_hand_is_claimed_first(level):
    table = table_of(
        "2C 2D 2H 2S 3C 4C 5C 6C 7C 8C 9C TC JC",
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD QC",
        "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH KC",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AC",
    )
    move = table.choose(level)
    assert move_text(table.state.deck, move) == "0 claim rank-2 2C=0 2D=0 2H=0 2S=0"


def test_medium_concludes_the_holders_of_a_set_and_easy_does_not():
    log = "2 ask TH 1, 1 ask 2C 2, 2 ask 3C 1, 1 ask 3C 0, 1 ask 4S 0, 0 ask TH 3"
    table = tens_in_three_hands(2, log)
    move = table.choose("medium")
    assert move_text(table.state.deck, move) == "0 claim rank-T TC=0 TD=0 TH=0 TS=2"
    assert isinstance(table.choose("easy"), Ask)


def test_the_turn_is_passed_to_a_teammate_with_a_certain_hit():
    table = table_of(
        "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C",
        "KD KC 5D 6C 6D 6H 6S 7C 7D 7H 7S 8C 9D",
        "KH QC QH 5H 8D 8H 8S TC TD TH TS JC JD",
        "KS QD QS 5S 9C 9H 9S JH JS AC AD AH AS",
        dealer=2,
        log="2 ask KD 1, 2 ask QD 1, 1 ask KH 2, 1 ask 9C 0",
    )
    for _ in range(3):
        table.play(table.choose())
    assert table.state.scores == (3, 0)
    assert table.choose() == Pass(0, 2)
