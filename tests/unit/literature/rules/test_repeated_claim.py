"""docs/rules.md, "claim": ``repeated_claim``, and the moves after which it no longer applies."""

import pytest

from tests.unit.kit.positions import claim, play, position, refused

#: Team 0 holds the low clubs and hearts, team 1 the low spades; both teams hold diamonds.
HANDS = {
    0: "2C 3C 4C 2D 2H",
    2: "5C 6C 7C 3D 3H 4H",
    4: "4D 5H 6H 7H",
    1: "5D 2S 3S 4S",
    3: "6D 7D 5S 6S 7S",
}
WRONG = {0: "2C 3C 5C", 2: "rest"}


def middle(**options):
    return position(HANDS, **({"misplaced_claim": "return", "claim_timing": "any_time"} | options))


def wrong(seat=0, name="low-clubs", said=None):
    return claim(middle(), seat, name, said or WRONG)


def returned(**options):
    """Return the position after seat 0's wrong claim of the low clubs."""
    return play(middle(**options), wrong())


@pytest.mark.parametrize("seat", [0, 2, 4])
def test_the_same_claim_by_any_teammate_is_refused(seat):
    assert refused(returned(), wrong(seat)) == "repeated_claim"


@pytest.mark.parametrize("timing", ["own_turn", "team_turn", "any_time"])
def test_a_repeated_claim_is_refused_with_every_timing(timing):
    assert refused(returned(claim_timing=timing), wrong()) == "repeated_claim"


def test_another_holder_for_one_card_makes_another_claim():
    state = play(returned(), wrong(said={0: "2C 3C", 4: "4C", 2: "rest"}))
    # Both claims stay forbidden: the second returned claim does not allow the first claim again.
    assert refused(state, wrong()) == "repeated_claim"
    assert refused(state, wrong(4, said={0: "2C 3C", 4: "4C", 2: "rest"})) == "repeated_claim"


def test_another_set_with_the_same_holders_is_another_claim():
    state = play(returned(), wrong(name="low-hearts", said={0: "2H 3H 5H", 2: "rest"}))
    assert state.number == 2


def test_a_correct_claim_is_never_a_repetition():
    assert play(returned(), claim(middle(), 0, "low-clubs")).scores == (1, 0)


@pytest.mark.parametrize(
    "moves",
    [
        ["0 ask 5D 3", "3 ask 2D 2"],  # Misses
        [wrong(2, "low-hearts", {2: "rest"})],  # Another returned claim
        [wrong(1, "low-spades", {3: "rest"})],  # A returned claim of the other team
    ],
)
def test_moves_that_do_not_allow_the_claim_again(moves):
    state = play(returned(), *moves)
    assert refused(state, wrong(4)) == "repeated_claim"


def test_a_pass_does_not_allow_the_claim_again():
    # Seat 0 has no cards. Seat 2 claims out of turn.
    state = position({2: "2C 3C 4C 2D", 4: "5C 6C 7C 3D", 1: "4D 5D 6D 7D"}, turn=0,
                     misplaced_claim="return", claim_timing="any_time")  # fmt: skip
    said = claim(state, 2, "low-clubs", {2: "rest"})
    assert refused(play(state, said, "0 pass 4"), said) == "repeated_claim"


@pytest.mark.parametrize(
    "moves",
    [
        ["0 ask 5D 1"],  # A hit of the same team in another set
        ["0 ask 5D 3", "3 ask 2D 0"],  # A hit of the other team
        [claim(middle(), 1, "low-spades")],  # A correct claim of the other team
        [claim(middle(), 4, "low-hearts")],  # A correct claim of the same team
        [claim(middle(), 3, "low-diamonds", {3: "rest"})],  # A wrong claim that resolved its set
    ],
)
def test_moves_that_allow_the_claim_again(moves):
    state = play(returned(), *moves)
    again = play(state, wrong())
    assert again.number == state.number + 1
    assert refused(again, wrong()) == "repeated_claim"


def test_the_claim_stays_refused_after_the_turn_moved():
    state = returned(turn_after_wrong_claim="opponent")
    assert state.turn == 1
    assert refused(state, wrong(2)) == "repeated_claim"


def test_the_other_team_may_make_the_same_claim():
    # If the other team made the same claim, it would name opponents.
    assert refused(returned(), wrong(1)) == "holder_not_teammate"


@pytest.mark.parametrize("option", ["opponents", "void"])
def test_claims_that_are_not_returned_are_never_repeated_claims(option):
    state = returned(misplaced_claim=option)
    assert refused(state, wrong()) == "set_resolved"


def test_a_claim_with_cards_of_opponents_is_not_returned():
    state = play(middle(), claim(middle(), 0, "low-diamonds", {0: "rest"}))
    assert refused(state, claim(middle(), 0, "low-diamonds", {0: "rest"})) == "set_resolved"
