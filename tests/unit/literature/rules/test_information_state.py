"""docs/rules.md, "Options that change what is seen": the views of seats and spectators.

test_state_machine.py checks with random games that an observation does not depend on hidden cards.
"""

from dataclasses import fields

import pytest

from literature.rules.information_state import (
    InformationState,
    Observation,
    information_state,
    observation,
    shown_log,
)
from literature.rules.moves import Asked, Claimed, Passed
from literature.rules.state import FINISHED, MUST_PASS
from tests.unit.kit.positions import claim, hand, play, played, position

HANDS = {
    0: "2C 3C 4C 2D",
    2: "5C 6C 7C 3D",
    4: "4D",
    1: "5D low-hearts",
    3: "6D 7D",
}


def game(**options):
    """A position with its log of eight moves: five asks, a claim, a pass and an ask."""
    start = position(HANDS, pass_after_claim=True, **options)
    return played(start, "0 ask 5D 3", "3 ask 2D 0", "3 ask 3D 4", "4 ask 6D 1", "1 ask 4D 4",
                  claim(start, 1, "low-hearts"), "1 pass 3", "3 ask 3D 2")  # fmt: skip


def shown(state, log, seat):
    return observation(information_state(state, log, seat, dealer=2))


def numbers(found):
    return [event.number for event in found.log]


def test_a_seat_sees_its_own_hand_and_a_spectator_none():
    state, log = game()
    for seat in range(6):
        found = shown(state, log, seat)
        assert (found.you, found.hand) == (seat, state.hands[seat])
    found = shown(state, log, None)
    assert (found.you, found.hand) == (None, None)


def test_public_facts_are_the_same_for_everyone():
    state, log = game()
    for seat in [*range(6), None]:
        found = shown(state, log, seat)
        assert (found.turn, found.phase, found.number) == (state.turn, state.phase, 8)
        assert (found.scores, found.scorers, found.live) == (
            state.scores,
            state.scorers,
            state.live,
        )
        assert found.out == (False, False, False, False, True, True)
        assert found.dealer == 2
        assert found.rules == state.rules


@pytest.mark.parametrize(
    ("history", "seen"),
    [
        # Claims and passes stay; the option limits only asks.
        ("last_ask", [5, 6, 7]),
        ("last_two", [4, 5, 6, 7]),
        ("full", [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
@pytest.mark.parametrize("seat", [0, 4, None])
def test_the_history_option(history, seen, seat):
    state, log = game(history=history)
    assert [type(log[number]) for number in (5, 6, 7)] == [Claimed, Passed, Asked]
    assert numbers(shown(state, log, seat)) == seen


def test_the_last_ask_shows_asker_target_and_answer():
    state, log = game()
    last = shown(state, log, None).log[-1]
    assert last == log[7] == Asked(7, 3, hand("3D").bit_length() - 1, 2, True)


def test_a_claim_shows_the_revealed_holders():
    state, log = game()
    [shown_claim] = [event for event in shown(state, log, 5).log if isinstance(event, Claimed)]
    assert {seat for _, seat in shown_claim.revealed} == {1}
    assert len(shown_claim.revealed) == 6


def test_with_few_asks_all_are_shown():
    start = position(HANDS, history="last_two")
    assert shown(start, [], 0).log == ()
    state, log = played(start, "0 ask 5D 3")
    assert numbers(shown(state, log, 0)) == [0]


@pytest.mark.parametrize("history", ["last_ask", "last_two", "full"])
def test_once_a_game_is_finished_everything_is_shown(history):
    start = position({0: "2C 3C 4C 5C", 1: "6C", 3: "7C"}, history=history, hand_counts="secret")
    state, log = played(start, "0 ask 6C 3", "3 ask 2C 0", "3 ask 6C 0")
    assert state.phase != FINISHED
    state, more = played(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert state.phase == FINISHED
    found = shown(state, [*log, *more], 5)
    assert len(found.log) == 4
    assert found.counts == (0,) * 6


def test_the_information_state_contains_all_events_for_bots():
    state, log = game(history="last_ask")
    seen = information_state(state, log, 2, dealer=2, dealt=hand("5C 6C 7C 3D"))
    assert list(seen.log) == log
    assert seen.dealt == hand("5C 6C 7C 3D")
    assert seen.hand == hand("5C 6C 7C")


def test_a_spectator_was_dealt_nothing():
    state, log = game()
    assert information_state(state, log, None, dealer=2, dealt=hand("5C")).dealt is None


def test_public_counts():
    state, log = game(hand_counts="public")
    for seat in (0, 3, None):
        assert shown(state, log, seat).counts == tuple(map(int.bit_count, state.hands))


def test_secret_counts_show_only_empty_hands():
    state, log = game(hand_counts="secret")
    for seat in (0, 3, None):
        found = shown(state, log, seat)
        assert found.counts is None
        assert found.out == (False, False, False, False, True, True)


def test_everybody_sees_that_a_pass_is_possible():
    start = position(HANDS, turn=1, pass_after_claim=True)
    assert not shown(start, [], None).may_pass
    after, log = played(start, claim(start, 1, "low-hearts"))
    assert all(shown(after, log, seat).may_pass for seat in [*range(6), None])


def test_a_pass_without_a_possible_recipient_is_not_shown():
    start = position({0: "low-clubs 2D", 1: "3D 4D 5D 6D 7D"}, pass_after_claim=True)
    after = play(start, claim(start, 0, "low-clubs"))
    assert after.may_pass
    assert not shown(after, [], 0).may_pass


def test_a_player_who_must_pass_may_pass():
    state = position({2: "low-clubs", 1: "low-hearts"}, turn=0)
    assert state.phase == MUST_PASS
    assert shown(state, [], None).may_pass


def test_games_that_differ_only_in_hidden_cards_have_equal_views():
    state, log = game()
    # Seats 1 and 3 swap a card. Only the views of these two seats change.
    swapped = list(state.hands)
    swapped[1] ^= hand("5D") | hand("7D")
    swapped[3] ^= hand("5D") | hand("7D")
    other = state._replace(hands=tuple(swapped))
    for seat in (0, 2, 4, 5, None):
        assert information_state(other, log, seat, dealer=2) == information_state(
            state, log, seat, dealer=2
        )
        assert shown(other, log, seat) == shown(state, log, seat)
    for seat in (1, 3):
        assert shown(other, log, seat) != shown(state, log, seat)


def test_with_secret_counts_games_with_other_counts_have_equal_views():
    state, log = game(hand_counts="secret")
    moved = list(state.hands)
    moved[3] ^= hand("7D")
    moved[1] ^= hand("7D")
    other = state._replace(hands=tuple(moved))
    assert [h.bit_count() for h in moved] != [h.bit_count() for h in state.hands]
    assert shown(other, log, 0) == shown(state, log, 0)


def test_the_fields_of_a_view():
    # This is an allow-list. Add a new field only if the viewer may know its value.
    both = {"rules", "dealer", "hand", "number", "turn", "phase", "may_pass", "live", "scores",
            "scorers", "out", "counts", "log"}  # fmt: skip
    assert {field.name for field in fields(InformationState)} == both | {"seat", "dealt"}
    assert {field.name for field in fields(Observation)} == both | {"you", "legal"}


@pytest.mark.parametrize(
    ("history", "left"), [("last_ask", [2, 3]), ("last_two", [1, 2, 3]), ("full", [0, 1, 2, 3])]
)
def test_the_visible_log(history, left):
    log = [Asked(0, 0, 0, 1, True), Asked(1, 0, 1, 1, True), Asked(2, 0, 2, 1, False)]
    log = [*log[:2], Passed(2, 1, 3), Asked(3, 3, 2, 0, False)]
    assert [event.number for event in shown_log(log, history)] == left
