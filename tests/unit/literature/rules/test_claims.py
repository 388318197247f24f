"""docs/rules.md, "claim": who may claim, refusals, outcomes, and the next turn."""

import pytest

from literature.rules.moves import Claim, Claimed, holders_of
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, NOBODY, PLAYING, UNRESOLVED
from tests.unit.kit.positions import claim, dealt, hand, play, played, position, refused

#: Team 0 holds the low clubs, team 1 the low hearts; both teams hold low diamonds. Seat 4 holds
#: nothing. The high sets and the low spades have left play.
HANDS = {
    0: "2C 3C 4C 2D",
    2: "5C 6C 7C 3D",
    1: "2H 3H 4H 4D",
    3: "5H 6H 5D",
    5: "7H 6D 7D",
}
ENDGAME_HANDS = {0: "low-clubs", 2: "2D 3D 4D", 4: "5D 6D 7D"}

RIGHT = {0: "2C 3C 4C", 2: "rest"}
MISPLACED = {0: "2C 3C 5C", 2: "rest"}
CLUBS, DIAMONDS, HEARTS = 0, 2, 4


def middle(**options):
    return position(HANDS, **options)


def clubs(state, seat=0, said=RIGHT):
    return claim(state, seat, "low-clubs", said)


def diamonds(state, seat=0):
    """A claim of a set of which opponents hold cards."""
    return claim(state, seat, "low-diamonds", {seat: "rest"})


# Outcomes


def test_a_correct_claim_scores_and_the_set_leaves_play():
    before = middle()
    after, [event] = played(before, clubs(before))
    assert event == Claimed(0, 0, CLUBS, clubs(before).holders, "correct", clubs(before).holders)
    assert after.hands == tuple(held & ~hand("2C 3C 4C 5C 6C 7C") for held in before.hands)
    assert after.scores == (1, 0)
    assert after.scorers[CLUBS] == 0
    assert not after.live & hand("2C")
    assert (after.turn, after.phase, after.number) == (0, PLAYING, 1)


def test_the_second_team_scores_for_itself():
    state = middle(turn=1)
    after = play(state, claim(state, 1, "low-hearts"))
    assert (after.scores, after.scorers[HEARTS]) == ((0, 1), 1)


def test_a_set_in_one_hand_can_be_claimed():
    state = position(ENDGAME_HANDS)
    after, [event] = played(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (event.outcome, after.scores) == ("correct", (1, 0))


def test_nobody_needs_to_hold_a_card_of_the_set_to_claim_it():
    state = position({0: "low-clubs", 2: "2D 3D 4D", 4: "5D 6D 7D", 1: "low-hearts"})
    after, [event] = played(state, claim(state, 0, "low-diamonds"))
    assert (event.outcome, after.scores) == ("correct", (1, 0))


@pytest.mark.parametrize(
    ("option", "scores", "scorer"),
    [("opponents", (0, 1), 1), ("void", (0, 0), NOBODY)],
)
def test_a_misplaced_claim_takes_the_set_out_of_play(option, scores, scorer):
    before = middle(misplaced_claim=option)
    after, [event] = played(before, clubs(before, said=MISPLACED))
    assert event.outcome == "misplaced"
    # "the true holders are shown to all", and not the holders that the claim named.
    assert event.revealed == clubs(before).holders != event.holders
    assert (after.scores, after.scorers[CLUBS]) == (scores, scorer)
    assert not any(held & hand("2C 3C 4C 5C 6C 7C") for held in after.hands)
    assert not after.live & hand("2C")


def test_a_misplaced_claim_can_be_returned():
    before = middle(misplaced_claim="return")
    after, [event] = played(before, clubs(before, said=MISPLACED))
    assert (event.outcome, event.revealed) == ("misplaced", None)
    assert (after.hands, after.live) == (before.hands, before.live)
    assert (after.scores, after.scorers[CLUBS]) == ((0, 0), UNRESOLVED)
    assert (after.turn, after.number) == (0, 1)


def test_a_returned_set_can_still_be_claimed_correctly():
    state = middle(misplaced_claim="return")
    after = play(state, clubs(state, said=MISPLACED), clubs(state))
    assert after.scores == (1, 0)


@pytest.mark.parametrize(
    ("option", "scores", "scorer"),
    [("opponents", (0, 1), 1), ("minus_one", (-1, 0), NOBODY)],
)
@pytest.mark.parametrize("misplaced", ["opponents", "void", "return"])
def test_a_claim_of_a_set_with_cards_of_opponents(option, scores, scorer, misplaced):
    before = middle(opponent_held_claim=option, misplaced_claim=misplaced)
    after, [event] = played(before, diamonds(before))
    assert event.outcome == "opponent_held"
    assert event.revealed == claim(before, 0, "low-diamonds").holders
    assert [seat for _, seat in event.revealed] == [0, 2, 1, 3, 5, 5]
    assert (after.scores, after.scorers[DIAMONDS]) == (scores, scorer)
    assert not any(held & hand("2D 3D 4D 5D 6D 7D") for held in after.hands)


def test_one_card_of_an_opponent_makes_a_claim_wrong():
    state = position({0: "2C 3C 4C 5C 6C low-spades", 1: "7C low-hearts"})
    assert played(state, claim(state, 0, "low-clubs", {0: "rest"}))[1][0].outcome == "opponent_held"


def test_a_claim_of_a_set_that_the_opponents_hold_completely():
    state = middle(opponent_held_claim="opponents")
    after, [event] = played(state, claim(state, 0, "low-hearts", {0: "rest"}))
    assert (event.outcome, after.scores) == ("opponent_held", (0, 1))


def test_scores_may_be_negative():
    state = position(HANDS, turn=1, lost=(0, 2), opponent_held_claim="minus_one")
    assert play(state, diamonds(state, seat=1)).scores == (0, -3)


@pytest.mark.parametrize(
    ("options", "name", "said", "scores"),
    [
        # "A set counts its value for whoever scores it; minus_one is one point whatever the set."
        ({"high_sets_double": True}, "high-clubs", None, (2, 0)),
        ({"high_sets_double": True}, "low-clubs", None, (1, 0)),
        ({"high_sets_double": False}, "high-clubs", None, (1, 0)),
        ({"high_sets_double": True, "misplaced_claim": "opponents"},
         "high-clubs", {0: "rest"}, (0, 2)),
        ({"high_sets_double": True, "misplaced_claim": "void"}, "high-clubs", {0: "rest"}, (0, 0)),
        ({"high_sets_double": True}, "high-hearts", {0: "rest"}, (0, 2)),
        ({"high_sets_double": True, "opponent_held_claim": "minus_one"},
         "high-hearts", {0: "rest"}, (-1, 0)),
    ],
)  # fmt: skip
def test_the_value_of_a_set(options, name, said, scores):
    state = position(
        {0: "9C TC JC QC KC low-clubs", 2: "AC", 1: "high-hearts", 3: "low-hearts"}, **options
    )
    assert play(state, claim(state, 0, name, said)).scores == scores


@pytest.mark.parametrize(("deck", "name"), [("8s-and-jokers", "extra"), ("quartets", "rank-A")])
def test_only_sets_named_high_are_worth_two(deck, name):
    other = "low-clubs" if deck != "quartets" else "rank-2"
    state = position({0: name, 1: other}, deck=deck, high_sets_double=True)
    assert play(state, claim(state, 0, name)).scores == (1, 0)


# Who may claim


@pytest.mark.parametrize(
    ("timing", "may"),
    [("own_turn", [0]), ("team_turn", [0, 2, 4]), ("any_time", [0, 1, 2, 3, 4, 5])],
)
def test_the_timing_option(timing, may):
    state = middle(claim_timing=timing)
    for seat in range(6):
        if seat in may:
            assert play(state, diamonds(state, seat)).number == 1
        else:
            assert refused(state, diamonds(state, seat)) == "not_your_turn"


@pytest.mark.parametrize("timing", ["team_turn", "any_time"])
def test_a_player_who_is_out_of_cards_may_claim_for_the_team(timing):
    state = middle(claim_timing=timing)
    after, [event] = played(state, clubs(state, seat=4))
    assert (event.outcome, after.scores, after.turn) == ("correct", (1, 0), 0)


@pytest.mark.parametrize("timing", ["own_turn", "team_turn", "any_time"])
def test_in_the_endgame_only_the_turn_holder_claims(timing):
    state = position(ENDGAME_HANDS, claim_timing=timing)
    assert state.phase == ENDGAME
    for seat in range(1, 6):
        named = {seat: "rest"}
        assert refused(state, claim(state, seat, "low-clubs", named)) == "not_your_turn"
    assert play(state, claim(state, 0, "low-clubs")).scores == (1, 0)


@pytest.mark.parametrize(
    ("timing", "may"), [("own_turn", []), ("team_turn", [0, 2]), ("any_time", [0, 1, 2, 3, 5])]
)
def test_while_the_turn_holder_must_pass_others_claim_as_the_option_says(timing, may):
    state = middle(turn=4, claim_timing=timing)
    assert state.phase == MUST_PASS
    assert refused(state, clubs(state, seat=4)) == "must_pass"
    for seat in (0, 1, 2, 3, 5):
        if seat in may:
            after = play(state, diamonds(state, seat))
            assert (after.turn, after.phase) == (4, MUST_PASS)
        else:
            assert refused(state, diamonds(state, seat)) == "not_your_turn"


def test_a_team_without_cards_may_claim():
    # "Until they have passed it is not the endgame, and others, even of the team that is out, may
    # claim as the timing option says."
    state = position({1: "low-clubs", 3: "low-hearts"}, turn=0, claim_timing="any_time")
    assert state.phase == MUST_PASS
    after, [event] = played(state, claim(state, 2, "low-clubs", {2: "rest"}))
    assert (event.outcome, after.scores, after.phase) == ("opponent_held", (0, 1), MUST_PASS)
    after = play(state, claim(state, 3, "low-clubs"))
    assert (after.scores, after.phase, after.turn) == ((0, 1), MUST_PASS, 0)
    team = position({1: "low-clubs", 3: "low-hearts"}, turn=0, claim_timing="team_turn")
    assert refused(team, claim(team, 3, "low-clubs")) == "not_your_turn"
    assert play(team, claim(team, 2, "low-clubs", {4: "rest"})).scores == (0, 1)


# The turn after a claim


@pytest.mark.parametrize("turn_option", ["keep", "opponent"])
@pytest.mark.parametrize("passing", [True, False])
def test_a_correct_claim_by_the_turn_holder_leaves_the_turn(turn_option, passing):
    state = middle(turn_after_wrong_claim=turn_option, pass_after_claim=passing)
    after = play(state, clubs(state))
    assert (after.turn, after.phase, after.may_pass) == (0, PLAYING, passing)


@pytest.mark.parametrize("misplaced", ["opponents", "void", "return"])
@pytest.mark.parametrize("held", ["opponents", "minus_one"])
@pytest.mark.parametrize("wrong", ["misplaced", "opponent_held"])
@pytest.mark.parametrize(("option", "turn"), [("keep", 2), ("opponent", 3)])
def test_a_wrong_claim_by_the_turn_holder(option, turn, wrong, misplaced, held):
    state = middle(
        turn=2, turn_after_wrong_claim=option, misplaced_claim=misplaced, opponent_held_claim=held
    )
    move = diamonds(state, 2) if wrong == "opponent_held" else clubs(state, 2, MISPLACED)
    after, [event] = played(state, move)
    assert event.outcome == wrong
    assert (after.turn, after.may_pass) == (turn, False)


def test_the_nearest_opponent_is_counted_clockwise_round_the_table():
    state = middle(turn=0, turn_after_wrong_claim="opponent")
    assert play(state, diamonds(state)).turn == 1
    low = {0: "2C 3C low-hearts", 4: "4C 5C 6C 7C", 1: "low-spades"}
    state = position(low, turn=4, turn_after_wrong_claim="opponent")
    assert play(state, claim(state, 4, "low-clubs", {4: "rest"})).turn == 1


def test_an_opponent_without_cards_is_skipped():
    hands = {0: "2C 3C low-hearts", 2: "4C 5C 6C 7C", 5: "low-spades"}
    state = position(hands, turn_after_wrong_claim="opponent")
    assert play(state, claim(state, 0, "low-clubs", {0: "rest"})).turn == 5


def test_cards_are_counted_after_the_set_has_left_play():
    # Seats 1 and 3 hold only cards of the set that leaves play.
    hands = {0: "2C 3C low-hearts", 1: "4C 5C", 3: "6C 7C", 5: "low-spades"}
    state = position(hands, turn_after_wrong_claim="opponent")
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.turn, after.phase) == (5, PLAYING)


def test_without_an_opponent_who_has_cards_the_turn_stays():
    hands = {0: "2C 3C low-hearts", 1: "4C 5C", 3: "6C 7C"}
    state = position(hands, turn_after_wrong_claim="opponent")
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.turn, after.phase) == (0, ENDGAME)
    # In the endgame no opponent has cards.
    state = position(ENDGAME_HANDS, turn_after_wrong_claim="opponent")
    after = play(state, claim(state, 0, "low-diamonds", {2: "rest"}))
    assert (after.turn, after.phase) == (0, ENDGAME)


def test_the_turn_stays_with_a_player_without_cards():
    # After the claim nobody in the other team has cards, so the claimer keeps the turn. The claimer
    # has no cards left either, and must pass.
    hands = {0: "2C 3C", 2: "low-hearts", 1: "4C 5C", 3: "6C 7C"}
    state = position(hands, turn_after_wrong_claim="opponent")
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.turn, after.phase) == (0, MUST_PASS)
    assert play(after, "0 pass 2").phase == ENDGAME


def test_when_nobody_has_cards_the_game_is_over_and_the_turn_stays():
    state = position({0: "2C 3C", 1: "4C 5C", 3: "6C 7C"}, turn_after_wrong_claim="opponent")
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.turn, after.phase, after.live) == (0, FINISHED, 0)


@pytest.mark.parametrize("option", ["keep", "opponent"])
@pytest.mark.parametrize("claimer", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("wrong", [True, False])
def test_a_claim_out_of_turn_does_not_move_the_turn(option, claimer, wrong):
    state = middle(claim_timing="any_time", turn_after_wrong_claim=option, misplaced_claim="return")
    right = claim(state, claimer, "low-hearts" if claimer % 2 else "low-clubs")
    after, [event] = played(state, diamonds(state, claimer) if wrong else right)
    assert (event.outcome == "correct") is not wrong
    assert (after.turn, after.may_pass) == (0, False)


def test_a_claim_by_another_can_take_the_turn_holders_last_cards():
    state = position(
        {0: "2C 3C", 2: "4C 5C 6C 7C 2D", 1: "3D 4D 5D 6D 7D"}, claim_timing="team_turn"
    )
    after = play(state, claim(state, 2, "low-clubs"))
    assert (after.turn, after.phase) == (0, MUST_PASS)


# Refusals


def returned():
    state = middle(misplaced_claim="return", claim_timing="any_time")
    return play(state, clubs(state, said=MISPLACED))


def holders(seat, index, pairs):
    return Claim(seat, index, holders_of(pairs))


OVER = position({})
OUT = middle(turn=4)
# The low clubs with their true holders
SIX = list(zip([0, 1, 2, 3, 4, 5], [0, 0, 0, 2, 2, 2], strict=True))
UNKNOWN_SET = "0 claim extra 2C=0"

REFUSALS = {
    "game_over": (OVER, holders(0, CLUBS, SIX)),
    "must_pass": (OUT, clubs(OUT, seat=4)),
    "not_your_turn": (middle(), clubs(middle(), seat=2)),
    "unknown_set": (middle(), UNKNOWN_SET),
    "set_resolved": (middle(), claim(middle(), 0, "high-clubs", {0: "rest"})),
    "bad_holders": (middle(), holders(0, CLUBS, SIX[:5])),
    "holder_not_teammate": (middle(), clubs(middle(), said={0: "2C 3C 4C", 1: "rest"})),
    "repeated_claim": (returned(), clubs(returned(), said=MISPLACED)),
}

#: must_pass and not_your_turn exclude each other, because the option always lets the turn-holder
#: claim. So do unknown_set and set_resolved; and holder_not_teammate and repeated_claim, because no
#: team has made a claim that names opponents. No move can have both codes of such a pair, so each
#: of them is tested with other codes.
BOTH_APPLY = [
    ("game_over", "must_pass", OVER, holders(0, CLUBS, SIX)),
    ("game_over", "not_your_turn", OVER, holders(3, CLUBS, SIX)),
    ("must_pass", "unknown_set", OUT, "4 claim extra"),
    ("must_pass", "set_resolved", OUT, claim(OUT, 4, "high-clubs", {4: "rest"})),
    ("must_pass", "bad_holders", OUT, "4 claim low-clubs"),
    ("not_your_turn", "unknown_set", middle(), "1 claim rank-T"),
    ("not_your_turn", "set_resolved", middle(), "1 claim high-clubs"),
    ("unknown_set", "bad_holders", middle(), "0 claim low-Clubs"),
    ("unknown_set", "holder_not_teammate", middle(), "0 claim extra RJ=1"),
    ("set_resolved", "bad_holders", middle(), "0 claim high-clubs"),
    ("set_resolved", "holder_not_teammate", middle(),
     claim(middle(), 0, "high-clubs", {1: "rest"})),
    ("bad_holders", "holder_not_teammate", middle(), holders(0, CLUBS, [(0, 1)])),
    ("not_your_turn", "repeated_claim",
     returned()._replace(turn=1, table=middle(misplaced_claim="return").table),
     clubs(returned(), said=MISPLACED)),
]  # fmt: skip


@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_code(code):
    assert refused(*REFUSALS[code]) == code


def test_the_order_of_codes_is_that_of_the_rules():
    assert list(REFUSALS) == [
        "game_over", "must_pass", "not_your_turn", "unknown_set", "set_resolved", "bad_holders",
        "holder_not_teammate", "repeated_claim",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "state", "move"), BOTH_APPLY,
    ids=lambda value: value if type(value) is str and " " not in value else "",
)  # fmt: skip
def test_if_two_codes_apply_the_first_is_used(first, second, state, move):
    order = list(REFUSALS)
    assert order.index(first) < order.index(second)
    assert refused(state, move) == first


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        SIX[:5],
        [*SIX, (6, 0)],  # 8C, which is not in this table's deck
        [*SIX, (7, 0)],  # 9C, which belongs to another set
        [*SIX[:5], (7, 0)],
        [*SIX, (5, 0)],  # one card twice
        [*SIX[:5], (4, 0)],
        [*SIX, (-1, 0)],  # A text that names no card
        [*SIX[:5], (-1, 0)],
    ],
)
def test_holders_name_exactly_the_cards_of_the_set_once_each(pairs):
    assert refused(middle(), holders(0, CLUBS, pairs)) == "bad_holders"


@pytest.mark.parametrize("seat", [1, 3, 5])
def test_every_named_holder_is_a_teammate(seat):
    assert refused(middle(), clubs(middle(), said={0: "2C", seat: "3C", 2: "rest"})) == (
        "holder_not_teammate"
    )


def test_a_teammate_without_cards_may_be_named():
    state = middle()
    assert played(state, clubs(state, said={4: "rest"}))[1][0].outcome == "misplaced"


def test_a_set_leaves_play_once():
    state = middle(claim_timing="any_time")
    after = play(state, clubs(state))
    assert refused(after, clubs(state)) == "set_resolved"
    assert refused(after, claim(state, 1, "low-clubs", {1: "rest"})) == "set_resolved"


def test_a_refused_claim_leaves_the_state_as_it_was():
    state = dealt()
    copy = tuple(state)
    refused(state, "0 claim low-clubs")
    assert tuple(state) == copy
