"""Offered moves: the moves of a viewer, computed from the viewer's own knowledge.

test_state_machine.py checks move by move that exactly the legal moves are offered.
"""

import pytest

from literature.rules.cards import card_text
from literature.rules.information_state import information_state
from literature.rules.legality import OfferedMoves, turn_may_pass
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING
from tests.unit.kit.positions import claim, play, position

#: Seat 4 has no cards; the high sets have left play.
HANDS = {0: "2C 3C 2D", 2: "low-hearts 3D", 1: "4C 5C 4D", 3: "6C 7C 5D low-spades", 5: "6D 7D"}
SETS = ["low-clubs", "low-diamonds", "low-hearts", "low-spades"]


def legal(state, seat):
    return information_state(state, [], seat, dealer=0).legal


def asks(state, seat):
    return {card_text(card): targets for card, targets in legal(state, seat).asks.items()}


def claims(state, seat):
    return [state.deck.sets[index].name for index in legal(state, seat).claims]


def test_asks_are_for_missing_cards_of_the_players_sets_from_opponents_with_cards():
    opponents = (1, 3, 5)
    cards = "4C 5C 6C 7C 3D 4D 5D 6D 7D".split()
    assert asks(position(HANDS), 0) == dict.fromkeys(cards, opponents)


def test_targets_with_cards_are_listed_clockwise_from_the_asker():
    assert set(asks(position(HANDS, turn=3), 3).values()) == {(0, 2)}
    assert set(asks(position(HANDS, turn=1), 1).values()) == {(2, 0)}


def test_with_bluffs_the_players_own_cards_may_be_asked_for():
    found = asks(position(HANDS, ask_held_card="bluff"), 0)
    assert sorted(found) == sorted("2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D".split())


def test_the_cards_of_resolved_sets_are_not_asked_for():
    state = position(HANDS, claim_timing="any_time")
    state = play(state, claim(state, 1, "low-clubs", {1: "rest"}))
    assert sorted(asks(state, 0)) == ["3D", "4D", "5D", "6D", "7D"]


@pytest.mark.parametrize("seat", [1, 2, 3, 4, 5])
def test_only_the_turn_holder_asks_and_passes(seat):
    found = legal(position(HANDS, claim_timing="any_time"), seat)
    assert (found.asks, found.passes) == ({}, ())


@pytest.mark.parametrize(
    ("timing", "may"),
    [("own_turn", [0]), ("team_turn", [0, 2, 4]), ("any_time", [0, 1, 2, 3, 4, 5])],
)
def test_claims_by_the_timing_option(timing, may):
    state = position(HANDS, claim_timing=timing)
    for seat in range(6):
        assert claims(state, seat) == (SETS if seat in may else [])


def test_a_player_who_must_pass_has_no_other_moves():
    state = position(HANDS, turn=4, claim_timing="any_time")
    assert legal(state, 4) == OfferedMoves({}, (), (0, 2))
    assert claims(state, 0) == claims(state, 1) == SETS


def test_in_the_endgame_only_the_turn_holder_may_move_and_only_by_a_claim():
    state = position({0: "low-clubs", 2: "low-hearts"}, claim_timing="any_time")
    assert state.phase == ENDGAME
    assert legal(state, 0) == OfferedMoves({}, (0, 4), ())
    assert all(legal(state, seat) == OfferedMoves() for seat in range(1, 6))


def test_a_pass_after_a_claim_is_offered_with_the_rest():
    state = position(HANDS, turn=2, pass_after_claim=True)
    assert legal(state, 2).passes == ()
    state = play(state, claim(state, 2, "low-hearts"))
    found = legal(state, 2)
    assert found.passes == (0,)
    assert found.asks
    assert found.claims


def test_a_team_without_cards_may_pass_to_any_opponent_with_cards():
    state = position({1: "low-clubs", 5: "low-hearts"}, turn=2)
    assert legal(state, 2).passes == (5, 1)


def test_nothing_is_offered_once_the_game_is_finished_nor_to_a_spectator():
    assert legal(position({}), 0) == OfferedMoves()
    assert legal(position(HANDS), None) == OfferedMoves()


@pytest.mark.parametrize(
    ("phase", "may_pass", "out", "answer"),
    [
        (PLAYING, True, (False,) * 4, True),
        (PLAYING, False, (False,) * 4, False),
        (ENDGAME, True, (False, True, False, True), True),
        # There is no teammate to whom the turn can be passed.
        (PLAYING, True, (False, False, True, False), False),
        (MUST_PASS, False, (True, False, False, False), True),
        (MUST_PASS, False, (True, False, True, True), True),  # The turn is passed to an opponent.
        (FINISHED, True, (False,) * 4, False),
    ],
)
def test_whether_the_turn_may_be_passed(phase, may_pass, out, answer):
    assert turn_may_pass(0, phase, may_pass, out) is answer
