"""When the scheduler must act in a game, and which bots may act."""

import random
import statistics
from datetime import UTC, datetime

import pytest

from game.due_times import THINK_SECONDS, schedule, seats_to_wake, shown_pace, think_seconds
from game.models import Game
from game.table_options import default_table
from literature.rules.state import FINISHED
from tests.unit.kit.positions import position

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
FULL = {0: "low-clubs", 1: "low-diamonds", 2: "low-hearts", 3: "low-spades"}


def at(turn, timing, hands=FULL):
    return position(hands, turn=turn, players=4, claim_timing=timing)


def next_due(state, bots, now):
    """The due time of a game without a turn clock."""
    game = Game()
    schedule(game, state, bots, now, turn_used=True)
    assert game.deadline is None
    return game.due_at


@pytest.mark.parametrize(
    ("timing", "turn", "bots", "woken"),
    [
        ("own_turn", 0, [1, 2, 3], []),
        ("own_turn", 1, [1, 2, 3], [1]),
        ("own_turn", 0, [], []),
        ("team_turn", 0, [1, 2, 3], [2]),
        ("team_turn", 1, [1, 2, 3], [3, 1]),
        ("team_turn", 3, [0, 2], []),
        ("any_time", 0, [1, 2, 3], [1, 2, 3]),
        ("any_time", 2, [3, 2, 1], [1, 3, 2]),
        ("any_time", 0, [0], [0]),
        ("any_time", 0, [], []),
    ],
)
def test_the_seats_whose_bots_may_act(timing, turn, bots, woken):
    """The seats that may claim come first, in order, then the turn-holder."""
    assert seats_to_wake(at(turn, timing), bots) == woken


@pytest.mark.parametrize("timing", ["own_turn", "team_turn", "any_time"])
def test_in_the_endgame_only_the_turn_holder_may_act(timing):
    state = at(0, timing, {0: "low-clubs", 2: "low-hearts"})
    assert state.phase == "endgame"
    assert seats_to_wake(state, [0, 1, 2, 3]) == [0]
    assert seats_to_wake(state, [1, 2, 3]) == []


def test_a_player_who_must_pass_may_act():
    state = at(0, "own_turn", {1: "low-clubs", 2: "low-hearts"})
    assert state.phase == "must_pass"
    assert seats_to_wake(state, [0, 1]) == [0]


def test_after_the_end_nobody_may_act():
    state = at(0, "any_time")._replace(phase=FINISHED)
    assert seats_to_wake(state, [0, 1, 2, 3]) == []
    assert next_due(state, [0, 1, 2, 3], NOW) is None


@pytest.mark.parametrize(("pace", "average"), [("slow", 4), ("normal", 2.5), ("fast", 1)])
def test_the_thinking_time_depends_on_the_pace(settings, pace, average):
    settings.BOT_THINK_SECONDS = None
    seconds = [think_seconds(pace) for _ in range(4000)]
    assert statistics.mean(seconds) == pytest.approx(average, rel=0.02)
    assert average / 2 <= min(seconds) < 0.6 * average
    assert 1.6 * average < max(seconds) <= 1.75 * average
    # Thinking times are uneven: no two are equal, and most are shorter than the average.
    assert len(set(seconds)) == len(seconds)
    assert statistics.median(seconds) < average


def test_a_setting_replaces_the_average_of_every_pace(settings):
    settings.BOT_THINK_SECONDS = 10
    for pace in THINK_SECONDS:
        assert statistics.mean(think_seconds(pace) for _ in range(4000)) == pytest.approx(
            10, rel=0.02
        )
        assert shown_pace(Game(table=default_table() | {"pace": pace})) == "fast"


def test_without_thinking_time_a_bot_is_due_at_once(settings):
    settings.BOT_THINK_SECONDS = 0
    assert next_due(at(0, "own_turn"), [0], NOW) == NOW


@pytest.mark.parametrize("claim_timing", ["own_turn", "any_time"])
@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_the_thinking_time_does_not_depend_on_the_hands(settings, pace, claim_timing):
    """With the same random numbers, a bot takes the same time whatever the hidden hands are."""
    settings.BOT_THINK_SECONDS = None
    hands = (
        FULL,
        {0: "low-spades", 1: "low-hearts", 2: "low-diamonds", 3: "low-clubs"},
        {0: "2C 3C 4C 2D 3D 4D", 1: "5C 6C 7C 5D 6D 7D", 2: "low-hearts", 3: "low-spades"},
        {0: "high-clubs low-clubs", 1: "low-diamonds", 2: "high-hearts", 3: "low-spades"},
    )
    for seed in range(20):
        moments = set()
        for each in hands:
            random.seed(seed)
            game = Game(table=default_table() | {"pace": pace})
            schedule(game, position(each, turn=0, players=4, claim_timing=claim_timing),
                     {0, 1, 3}, NOW, turn_used=True)  # fmt: skip
            moments.add(game.due_at)
        assert len(moments) == 1


def test_without_a_bot_that_may_act_nothing_is_due():
    assert next_due(at(0, "own_turn"), [1, 2, 3], NOW) is None
    assert next_due(at(0, "any_time"), [1], NOW) is not None
