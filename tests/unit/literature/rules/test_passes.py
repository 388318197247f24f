"""docs/rules.md, "pass": who may pass, when, to whom, and what "just after" means."""

import pytest

from literature.rules.moves import Passed
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING
from tests.unit.kit.positions import claim, play, played, position, refused

#: Team 0 holds the low clubs and hearts. Seat 5 has no cards.
HANDS = {
    0: "2C 3C 4C 2D",
    2: "5C 6C 7C 3D",
    4: "low-hearts 4D",
    1: "5D 2S 3S 4S",
    3: "6D 7D 5S 6S 7S",
}
#: Seat 4 has no cards, but its teammates have cards.
OUT = {0: "2C 3C 4C", 2: "5C 6C 7C", 1: "2D 3D 4D", 3: "5D 6D 7D"}
#: Seats 0, 2 and 4 have no cards.
TEAM_OUT = {1: "2D 3D 4D", 3: "5D 6D 7D"}


def middle(**options):
    return position(HANDS, **({"pass_after_claim": True} | options))


def right(state, seat=0, name="low-clubs"):
    return claim(state, seat, name)


def just_claimed(**options):
    """A position in which seat 0 has the turn and has just claimed correctly."""
    state = middle(**options)
    return play(state, right(state))


# Just after a correct claim


@pytest.mark.parametrize("to", [2, 4])
def test_after_a_correct_claim_the_claimer_may_pass_to_a_teammate(to):
    state = just_claimed()
    after, [event] = played(state, f"0 pass {to}")
    assert event == Passed(1, 0, to)
    assert (after.turn, after.phase, after.may_pass, after.number) == (to, PLAYING, False, 2)
    assert (after.hands, after.scores, after.live) == (state.hands, state.scores, state.live)


def test_after_a_correct_claim_the_claimer_may_continue():
    assert play(just_claimed(), "0 ask 5D 1").turn == 0


@pytest.mark.parametrize("option", [False, True])
def test_passes_need_the_option(option):
    state = just_claimed(pass_after_claim=option)
    assert state.may_pass is option
    if option:
        assert play(state, "0 pass 2").turn == 2
    else:
        assert refused(state, "0 pass 2") == "may_not_pass"


def test_before_a_claim_nobody_may_pass():
    assert refused(middle(), "0 pass 2") == "may_not_pass"


@pytest.mark.parametrize("ask", ["0 ask 5D 1", "0 ask 6D 3"])
def test_a_hit_after_the_claim_ends_the_right_to_pass(ask):
    assert refused(play(just_claimed(), ask), "0 pass 2") == "may_not_pass"


def test_a_miss_after_the_claim_ends_the_right_to_pass_even_if_the_turn_returns():
    state = play(just_claimed(), "0 ask 6D 1", "1 ask 4D 0")
    assert state.turn == 0
    assert refused(state, "0 pass 2") == "may_not_pass"


def test_a_pass_gives_no_right_to_pass():
    assert refused(play(just_claimed(), "0 pass 2"), "2 pass 4") == "may_not_pass"


def test_the_recipient_of_a_pass_may_pass_after_their_own_correct_claim():
    state = play(just_claimed(), "0 pass 4")
    assert play(state, right(state, 4, "low-hearts"), "4 pass 0").turn == 0


def test_a_second_correct_claim_gives_the_right_to_pass_again():
    state = just_claimed()
    state = play(state, right(state, 0, "low-hearts"))
    assert play(state, "0 pass 4").turn == 4


@pytest.mark.parametrize(
    "options",
    [
        {"misplaced_claim": "void"},
        {"misplaced_claim": "opponents"},
        {"misplaced_claim": "return"},
    ],
)
def test_a_wrong_claim_after_the_correct_one_ends_the_right_to_pass(options):
    state = just_claimed(**options)
    state = play(state, claim(state, 0, "low-hearts", {0: "rest"}))
    assert refused(state, "0 pass 2") == "may_not_pass"


@pytest.mark.parametrize("claimer", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("is_right", [True, False])
def test_claims_by_others_do_not_end_the_right_to_pass(claimer, is_right):
    state = just_claimed(claim_timing="any_time")
    name = "low-spades" if claimer % 2 else "low-hearts"
    said = None if is_right else {claimer: "rest"}
    if claimer == 4 and not is_right:
        said = {2: "rest"}
    state, [event] = played(state, claim(state, claimer, name, said))
    assert (event.outcome == "correct") is is_right
    assert state.turn == 0
    assert play(state, "0 pass 2").turn == 2


def test_a_correct_claim_out_of_turn_gives_no_right_to_pass():
    state = middle(claim_timing="any_time")
    state = play(state, right(state, seat=2))
    assert refused(state, "0 pass 2") == "may_not_pass"
    assert refused(state, "2 pass 0") == "not_your_turn"
    # The claimer may not pass later, either, when they have the turn.
    state = middle(turn=1, claim_timing="any_time")
    state = play(state, right(state, seat=0), "1 ask 3D 0")
    assert state.turn == 0
    assert refused(state, "0 pass 2") == "may_not_pass"


def test_a_correct_claim_out_of_turn_does_not_change_the_turn_holders_right_to_pass():
    state = just_claimed(claim_timing="any_time")
    assert play(state, right(state, 4, "low-hearts"), "0 pass 2").turn == 2
    asked = play(state, "0 ask 5D 1")
    assert refused(play(asked, right(asked, 4, "low-hearts")), "0 pass 2") == "may_not_pass"


def test_a_claim_gives_the_right_to_pass_in_the_endgame():
    hands = {0: "low-clubs 2H", 2: "low-diamonds 3H 4H 5H 6H 7H"}
    state = position(hands, pass_after_claim=True)
    assert state.phase == ENDGAME
    assert refused(state, "0 pass 2") == "may_not_pass"
    after = play(state, right(state))
    assert after.phase == ENDGAME
    assert (play(after, "0 pass 2").turn, play(after, "0 pass 2").phase) == (2, ENDGAME)
    off = position(hands, pass_after_claim=False)
    assert refused(play(off, right(off)), "0 pass 2") == "may_not_pass"


def test_a_claim_that_begins_the_endgame_gives_the_right_to_pass():
    state = position({0: "low-clubs 2D", 2: "3D 4D 5D 6D 7D", 1: "low-hearts"},
                     claim_timing="any_time", pass_after_claim=True)  # fmt: skip
    state = play(state, right(state), claim(state, 1, "low-hearts"))
    assert state.phase == ENDGAME
    assert play(state, "0 pass 2").turn == 2


def test_just_after_a_claim_with_no_teammate_left_there_is_nobody_to_pass_to():
    state = position({0: "low-clubs 2D", 1: "3D 4D 5D 6D 7D"}, pass_after_claim=True)
    state = play(state, right(state))
    for to in range(6):
        assert refused(state, f"0 pass {to}") == "bad_pass"


# A turn-holder without cards


@pytest.mark.parametrize("option", [True, False])
def test_a_player_without_cards_passes_with_any_option(option):
    state = position(OUT, turn=4, pass_after_claim=option)
    assert state.phase == MUST_PASS
    for to in (0, 2):
        after = play(state, f"4 pass {to}")
        assert (after.turn, after.phase) == (to, PLAYING)
    for to in (1, 3, 5, 4):
        assert refused(state, f"4 pass {to}") == "bad_pass"


@pytest.mark.parametrize("to", [1, 3])
def test_a_team_without_cards_passes_to_an_opponent_of_its_choice(to):
    state = position(TEAM_OUT, turn=2)
    after = play(state, f"2 pass {to}")
    assert (after.turn, after.phase) == (to, ENDGAME)


@pytest.mark.parametrize("to", [0, 2, 4, 5])
def test_a_team_without_cards_may_not_pass_to_an_opponent_without_cards(to):
    assert refused(position(TEAM_OUT, turn=2), f"2 pass {to}") == "bad_pass"


def test_a_claim_that_empties_the_claimer_is_followed_by_a_pass_even_with_the_option_off():
    state = position({0: "low-clubs", 2: "2D 3D 4D", 1: "5D 6D 7D"}, pass_after_claim=False)
    state = play(state, right(state))
    assert state.phase == MUST_PASS
    assert play(state, "0 pass 2").phase == PLAYING


# Refusals

OVER = position({})
REFUSALS = {
    "game_over": (OVER, "0 pass 2"),
    "not_your_turn": (just_claimed(), "2 pass 0"),
    "may_not_pass": (middle(), "0 pass 2"),
    "bad_pass": (just_claimed(), "0 pass 1"),
}
BOTH_APPLY = [
    ("game_over", "not_your_turn", OVER, "1 pass 3"),
    ("game_over", "bad_pass", OVER, "0 pass 0"),
    ("not_your_turn", "may_not_pass", middle(), "2 pass 0"),
    ("not_your_turn", "bad_pass", just_claimed(), "1 pass 1"),
    ("may_not_pass", "bad_pass", middle(), "0 pass 1"),
]


@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_code(code):
    assert refused(*REFUSALS[code]) == code


def test_the_order_of_codes_is_that_of_the_rules():
    assert list(REFUSALS) == ["game_over", "not_your_turn", "may_not_pass", "bad_pass"]


@pytest.mark.parametrize(
    ("first", "second", "state", "move"), BOTH_APPLY,
    ids=lambda value: value if type(value) is str and " " not in value else "",
)  # fmt: skip
def test_if_two_codes_apply_the_first_is_used(first, second, state, move):
    order = list(REFUSALS)
    assert order.index(first) < order.index(second)
    assert refused(state, move) == first


@pytest.mark.parametrize(
    ("to", "why"),
    [(0, "is the passer"), (1, "is an opponent, and the passer has cards"), (5, "has no cards")],
)
def test_a_bad_recipient_just_after_a_claim(to, why):
    assert refused(just_claimed(), f"0 pass {to}") == "bad_pass", why


def test_a_teammate_without_cards_is_a_bad_recipient():
    state = position({0: "low-clubs 2D", 2: "3D 4D", 1: "5D 6D 7D"}, pass_after_claim=True)
    state = play(state, right(state))
    assert refused(state, "0 pass 4") == "bad_pass"
    assert play(state, "0 pass 2").turn == 2


def test_a_finished_game_refuses_passes():
    assert OVER.phase == FINISHED
