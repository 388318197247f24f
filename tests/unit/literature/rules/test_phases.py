"""docs/rules.md, "After every move": the end, must pass, the endgame, and the winner."""

import pytest

from literature.rules.apply import apply
from literature.rules.decks import DECKS
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING, UNRESOLVED, winner
from tests.unit.kit.positions import claim, dealt, play, position, refused

SUITS = ["clubs", "diamonds", "hearts", "spades"]
LOW = [f"low-{suit}" for suit in SUITS]
HIGH = [f"high-{suit}" for suit in SUITS]


# 1. The end


@pytest.mark.parametrize(
    ("deck", "high_double", "won", "claimed", "scores"),
    [
        # "as soon as a team's points are more than half of the value of all the deck's sets"
        ("8s-out", False, "low-clubs low-diamonds low-hearts high-clubs", "low-spades", (4, 5)),
        ("8s-and-jokers", False, "low-clubs low-diamonds low-hearts extra", "low-spades", (4, 5)),
        ("quartets", False, "rank-2 rank-3 rank-4 rank-5 rank-6 rank-7", "rank-A", (6, 7)),
        # If high sets count double, the first three decks are worth 12, 13 and 12 points. The deck
        # of quartets has no high sets.
        ("7s-out", True, "high-clubs high-diamonds high-hearts", "low-spades", (6, 7)),
        ("7s-and-jokers", True, "high-clubs high-diamonds high-hearts", "extra", (6, 7)),
        ("2s-out", True, "low-clubs low-diamonds low-hearts high-clubs", "high-hearts", (5, 7)),
        ("quartets", True, "rank-2 rank-3 rank-4 rank-5 rank-6 rank-7", "rank-A", (6, 7)),
    ],
)
def test_a_majority_is_more_than_half_of_all_the_value(deck, high_double, won, claimed, scores):
    others = [each.name for each in DECKS[deck].sets if each.name not in [*won.split(), claimed]]
    state = position(
        {0: claimed, 1: " ".join(others)}, scored=dict.fromkeys(won.split(), 0),
        deck=deck, high_sets_double=high_double, game_end="majority",
    )  # fmt: skip
    before, reached = scores
    assert (state.scores, state.phase) == ((before, 0), PLAYING)
    after = play(state, claim(state, 0, claimed))
    assert (after.scores, after.phase) == ((reached, 0), FINISHED)
    assert after.live, "sets are left, and it is over all the same"


def test_half_of_the_value_is_not_a_majority():
    state = position(
        {0: "low-spades", 1: "high-spades"},
        scored=dict.fromkeys(LOW[:3], 0) | dict.fromkeys(HIGH[:3], 1), game_end="majority",
    )  # fmt: skip
    after = play(state, claim(state, 0, "low-spades"))
    assert (after.scores, after.phase) == ((4, 3), MUST_PASS)


def test_half_of_the_value_is_not_a_majority_if_high_sets_count_double():
    # Six of twelve points are only half. The number of sets, which is eight, does not matter.
    state = position(
        {0: "low-clubs", 1: "high-spades low-hearts"},
        scored={"high-clubs": 0, "high-hearts": 0, "low-spades": 0},
        high_sets_double=True, game_end="majority",
    )  # fmt: skip
    after = play(state, claim(state, 0, "low-clubs"), "0 pass 1")
    assert (after.scores, after.phase) == ((6, 0), ENDGAME)


def test_the_total_value_includes_void_and_lost_sets():
    # Three sets left play without points. Three points would be a majority of the other five sets,
    # but five points are needed.
    state = position(
        {0: "low-spades high-spades", 1: "high-hearts"},
        scored=dict.fromkeys(LOW[:2], 0), game_end="majority",
    )  # fmt: skip
    state = play(state, claim(state, 0, "low-spades"), claim(state, 0, "high-spades"))
    assert (state.scores, state.phase) == ((4, 0), MUST_PASS)


def test_with_majority_a_game_also_ends_when_no_set_is_left():
    state = position(
        {0: "low-spades"}, scored={"low-clubs": 0, "low-hearts": 1}, game_end="majority"
    )
    after = play(state, claim(state, 0, "low-spades"))
    assert (after.scores, after.phase) == ((2, 1), FINISHED)


def test_a_wrong_claim_can_give_the_others_their_majority():
    state = position(
        {0: "2S 3S 4S high-spades", 1: "5S 6S 7S"},
        scored=dict.fromkeys([*LOW[:3], "high-clubs"], 1), game_end="majority",
    )  # fmt: skip
    after = play(state, claim(state, 0, "low-spades", {0: "rest"}))
    assert (after.scores, after.phase, after.turn) == ((0, 5), FINISHED, 0)


def test_all_sets_plays_on_after_a_majority():
    state = position(
        {0: "low-spades high-spades", 1: "high-hearts"},
        scored=dict.fromkeys([*LOW[:3], "high-clubs"], 0), game_end="all_sets",
    )  # fmt: skip
    after = play(state, claim(state, 0, "low-spades"))
    assert (after.scores, after.phase) == ((5, 0), PLAYING)
    after = play(after, claim(after, 0, "high-spades"), "0 pass 1", claim(after, 1, "high-hearts"))
    assert (after.scores, after.phase) == ((6, 1), FINISHED)


@pytest.mark.parametrize("move", ["0 ask 2C 1", "0 claim low-clubs", "0 pass 2", "1 pass 3"])
def test_a_finished_game_refuses_all_moves(move):
    won = dict.fromkeys([*HIGH, "low-clubs"], 0)
    state = position({0: "low-spades", 1: "low-hearts"}, scored=won, game_end="majority")
    assert state.phase == FINISHED
    assert refused(state, move) == "game_over"


@pytest.mark.parametrize(
    ("scores", "team"),
    [((5, 4), 0), ((4, 5), 1), ((4, 4), None), ((0, 0), None), ((-1, -2), 0), ((0, -1), 0),
     ((-3, 0), 1)],
)  # fmt: skip
def test_the_winner_has_more_points_and_equal_points_are_a_draw(scores, team):
    assert winner(scores) == team


def test_a_game_in_which_every_set_is_void_is_a_draw():
    state = position({0: "2C 3C 4C", 2: "5C 6C 7C"}, misplaced_claim="void")
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.phase, winner(after.scores)) == (FINISHED, None)


# 2. Must pass


def test_a_claim_that_takes_the_claimers_last_cards():
    state = position({0: "low-clubs", 2: "2D 3D 4D", 1: "5D 6D 7D"})
    after = play(state, claim(state, 0, "low-clubs"))
    assert (after.turn, after.phase) == (0, MUST_PASS)
    for move, code in [("0 ask 5D 1", "must_pass"), ("0 claim low-diamonds", "must_pass"),
                       ("2 ask 5D 1", "not_your_turn"), ("2 pass 0", "not_your_turn")]:  # fmt: skip
        assert refused(after, move) == code


def test_must_pass_comes_before_the_endgame():
    # After the claim neither the turn-holder nor the other team has a card. The turn-holder must
    # pass first.
    state = position({0: "low-clubs", 2: "low-diamonds"})
    after = play(state, claim(state, 0, "low-clubs"))
    assert (after.turn, after.phase) == (0, MUST_PASS)
    after = play(after, "0 pass 2")
    assert (after.turn, after.phase) == (2, ENDGAME)


def test_the_end_comes_before_must_pass():
    state = position({0: "low-clubs"})
    after = play(state, claim(state, 0, "low-clubs"))
    assert (after.turn, after.hands[0], after.phase) == (0, 0, FINISHED)


def test_a_player_who_gave_their_last_card_is_not_asked_and_does_not_have_the_turn():
    state = position({0: "2C 3C", 1: "4C", 3: "5C 6C 7C"})
    after = play(state, "0 ask 4C 1")
    assert (after.turn, after.phase) == (0, PLAYING)
    assert refused(after, "0 ask 5C 1") == "target_empty"


def test_a_team_without_cards_passes_and_the_others_play_the_endgame():
    state = position({0: "low-clubs", 1: "2D 3D 4D", 3: "5D 6D 7D"})
    state = play(state, claim(state, 0, "low-clubs"))
    assert state.phase == MUST_PASS
    state = play(state, "0 pass 3")
    assert (state.turn, state.phase) == (3, ENDGAME)


# 3. The endgame


def test_the_last_card_of_the_other_team_begins_the_endgame():
    state = position({0: "2C 3C 4C", 2: "5C 6C", 3: "7C"})
    after = play(state, "0 ask 7C 3")
    assert (after.turn, after.phase) == (0, ENDGAME)
    assert refused(after, "0 ask 7C 3") == "must_claim"
    assert refused(after, "0 pass 2") == "may_not_pass"
    assert refused(after, "2 claim low-clubs") == "not_your_turn"


def test_one_opponent_with_a_card_is_enough_for_play_to_go_on():
    state = position({0: "2C 3C 4C", 2: "5C", 3: "7C", 5: "6C"})
    assert play(state, "0 ask 7C 3").phase == PLAYING
    assert play(state, "0 ask 7C 3", "0 ask 6C 5").phase == ENDGAME


def test_a_claim_that_takes_the_other_teams_last_cards_begins_the_endgame():
    state = position({0: "2C 3C 4C low-hearts", 1: "5C 6C 7C"})
    after = play(state, claim(state, 0, "low-clubs", {0: "rest"}))
    assert (after.turn, after.phase) == (0, ENDGAME)


def test_the_turn_holder_claims_until_no_set_is_left():
    state = position({0: "low-clubs 2D 3D", 2: "low-hearts 4D 5D 6D 7D"})
    assert state.phase == ENDGAME
    state = play(state, claim(state, 0, "low-hearts"))
    assert state.phase == ENDGAME
    state = play(state, claim(state, 0, "low-clubs"))
    assert state.phase == ENDGAME
    state = play(state, claim(state, 0, "low-diamonds"))
    assert (state.phase, state.scores) == (FINISHED, (3, 0))


def test_a_turn_holder_with_an_empty_hand_passes_to_a_teammate():
    state = position({0: "2D 3D", 2: "low-hearts 4D 5D 6D 7D"})
    state = play(state, claim(state, 0, "low-diamonds"))
    assert state.phase == MUST_PASS
    assert refused(state, "0 pass 1") == "bad_pass"
    state = play(state, "0 pass 2")
    assert (state.turn, state.phase) == (2, ENDGAME)


def test_a_wrong_claim_in_the_endgame_scores_for_the_team_without_cards():
    state = position({0: "low-clubs 2D", 2: "3D 4D 5D 6D 7D"}, misplaced_claim="opponents")
    after = play(state, claim(state, 0, "low-diamonds", {0: "rest"}))
    assert (after.scores, after.turn, after.phase) == ((0, 1), 0, ENDGAME)


def test_in_the_endgame_returned_claims_are_tried_until_one_is_correct():
    state = position({0: "2D", 2: "3D 4D 5D 6D 7D"}, misplaced_claim="return")
    wrong = claim(state, 0, "low-diamonds", {0: "rest"})
    after = play(state, wrong)
    assert after.phase == ENDGAME
    assert refused(after, wrong) == "repeated_claim"
    assert play(after, claim(state, 0, "low-diamonds")).phase == FINISHED


def test_the_endgame_is_determined_again_after_every_move():
    # The team of seat 0 has no cards, so seat 0 must pass. Before the pass, claims of other players
    # change the table.
    state = position({1: "low-clubs", 3: "low-hearts"}, turn=0, claim_timing="any_time")
    after = play(state, claim(state, 1, "low-clubs"))
    assert after.phase == MUST_PASS
    assert refused(after, "0 pass 1") == "bad_pass"
    assert play(after, "0 pass 3").phase == ENDGAME
    assert play(after, claim(after, 3, "low-hearts")).phase == FINISHED


def test_a_teammates_claim_while_the_turn_holder_must_pass_can_leave_only_opponents():
    state = position({2: "low-clubs", 1: "low-hearts"}, turn=0, claim_timing="team_turn")
    assert refused(state, "0 pass 1") == "bad_pass"
    after = play(state, claim(state, 2, "low-clubs"))
    assert (after.turn, after.phase) == (0, MUST_PASS)
    assert play(after, "0 pass 1").phase == ENDGAME


def test_a_game_of_claims_only():
    state = dealt(misplaced_claim="opponents")
    numbers = []
    while state.phase != FINISHED:
        if state.phase == MUST_PASS:
            to = next(
                seat for seat in [*range(state.turn % 2, 6, 2), *range(6)] if state.hands[seat]
            )
            state = play(state, f"{state.turn} pass {to}")
            continue
        index = state.scorers.index(UNRESOLVED)
        name = state.deck.sets[index].name
        state, event = apply(state, claim(state, state.turn, name, {state.turn: "rest"}))
        numbers.append(event.number)
    assert len(numbers) == 8
    assert sum(state.scores) == 8
    assert not any(state.hands)
