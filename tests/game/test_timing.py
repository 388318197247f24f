"""When the next act of a game is due, and whose it is."""

from datetime import UTC, datetime, timedelta

import pytest

from game.models import Game
from game.rules.state import FINISHED
from game.timing import schedule, seats_to_wake
from tests.game.rules.kit import position

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
FULL = {0: "low-clubs", 1: "low-diamonds", 2: "low-hearts", 3: "low-spades"}


def at(turn, timing, hands=FULL):
    return position(hands, turn=turn, players=4, claim_timing=timing)


def next_due(state, bots, now):
    """When a game without a turn clock is to be looked at."""
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
def test_who_is_woken(timing, turn, bots, woken):
    """Those who may claim, in the order of seats, and then whoever has the turn."""
    assert seats_to_wake(at(turn, timing), bots) == woken


@pytest.mark.parametrize("timing", ["own_turn", "team_turn", "any_time"])
def test_in_the_endgame_the_turn_holder_alone(timing):
    state = at(0, timing, {0: "low-clubs", 2: "low-hearts"})
    assert state.phase == "endgame"
    assert seats_to_wake(state, [0, 1, 2, 3]) == [0]
    assert seats_to_wake(state, [1, 2, 3]) == []


def test_who_must_pass_is_woken():
    state = at(0, "own_turn", {1: "low-clubs", 2: "low-hearts"})
    assert state.phase == "must_pass"
    assert seats_to_wake(state, [0, 1]) == [0]


def test_when_it_is_over_nobody_is_woken():
    state = at(0, "any_time")._replace(phase=FINISHED)
    assert seats_to_wake(state, [0, 1, 2, 3]) == []
    assert next_due(state, [0, 1, 2, 3], NOW) is None


def test_a_thought_takes_a_believable_moment(settings):
    settings.BOT_THINK_SECONDS = 10
    moments = {next_due(at(0, "own_turn"), [0], NOW) - NOW for _ in range(300)}
    assert len(moments) > 290
    assert timedelta(seconds=6) <= min(moments) < timedelta(seconds=7)
    assert timedelta(seconds=13) < max(moments) <= timedelta(seconds=14)


def test_without_waiting_it_is_due_at_once(settings):
    settings.BOT_THINK_SECONDS = 0
    assert next_due(at(0, "own_turn"), [0], NOW) == NOW


def test_how_long_a_thought_takes_tells_nothing_of_the_hand(settings, monkeypatch):
    """The moment is drawn alike whatever the bot holds and whatever it could do."""
    settings.BOT_THINK_SECONDS = 10
    monkeypatch.setattr("random.uniform", lambda low, high: 1.0)
    states = [
        at(0, "own_turn"),
        at(0, "own_turn", {0: "low-clubs high-clubs", 1: "low-diamonds"}),
        at(0, "own_turn", {0: "low-clubs", 2: "low-hearts"}),
        at(0, "own_turn", {1: "low-clubs", 2: "low-hearts"}),
    ]
    assert {next_due(state, [0], NOW) for state in states} == {NOW + timedelta(seconds=10)}


def test_nobody_to_wake_means_nothing_is_due():
    assert next_due(at(0, "own_turn"), [1, 2, 3], NOW) is None
    assert next_due(at(0, "any_time"), [1], NOW) is not None
