"""When the next act of a game is due, and whose it is."""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings

from game.models import Game
from game.rules.refusals import timing_allows
from game.rules.state import FINISHED, State

#: How long the table waits for somebody who claims out of turn.
DECLARATION = timedelta(seconds=45)

#: What a person has at the least after the clocks stood still.
GRACE = timedelta(seconds=20)

# A bot thinks between so many times BOT_THINK_SECONDS.
QUICKEST, SLOWEST = 0.6, 1.4

#: The columns of ``Game`` that ``schedule`` sets.
SCHEDULE = ["deadline", "due_at"]


def seats_to_wake(state: State, bots: Collection[int]) -> list[int]:
    """The bots' seats that may have something to do now: those who may claim, then the turn's.

    Claims come first, since a bot that has the turn may give a set away by asking on.
    """
    if state.phase == FINISHED:
        return []
    claimers = [
        seat
        for seat in sorted(bots)
        if seat != state.turn
        and timing_allows(state.rules.claim_timing, state.phase, state.turn, seat)
    ]
    return claimers + [state.turn] * (state.turn in bots)


def schedule(
    game: Game, state: State, bots: Collection[int], now: datetime, *, turn_used: bool
) -> None:
    """Set when a person's time is up, and when the game is next to be looked at. Not saved.

    While the table waits for a declaration, that is when the wait is over.

    ``turn_used``: the turn has moved, or its holder has made a move, so a new time begins.
    """
    if state.phase == FINISHED or not game.turn_seconds or state.turn in bots:
        game.deadline = None
    elif turn_used or game.deadline is None:
        game.deadline = now + timedelta(seconds=game.turn_seconds)
    if state.phase == FINISHED:
        game.due_at = None
    elif game.declaring_until is not None:
        game.due_at = game.declaring_until
    else:
        substitute_due = now if game.substitute else None
        game.due_at = earliest(game.deadline, substitute_due, _bots_due(state, bots, now))


def time_left(game: Game, now: datetime) -> timedelta | None:
    """What is left to whoever has the turn, not below 0; None without a clock.

    It stands still while the table waits for a declaration, which gives that time back.
    """
    if game.deadline is None:
        return None
    stopped = game.declaring_until and game.declaring_until - DECLARATION
    return max(timedelta(), game.deadline - (stopped or now))


def put_right(game: Game, now: datetime) -> bool:
    """After the clocks stood still, or were set: change what can't be; whether any was. Not saved.

    Nobody has less than ``GRACE``, or more than the whole of their time; what a bot is to do is not
    hours away.
    """
    before = game.deadline, game.declaring_until, game.due_at
    if game.deadline is not None:
        longest = max(GRACE, timedelta(seconds=game.turn_seconds))
        game.deadline = min(max(game.deadline, now + GRACE), now + longest)
    if game.declaring_until is not None:
        game.declaring_until = min(game.declaring_until, now + DECLARATION)
        game.due_at = game.declaring_until
    elif game.due_at is None or game.due_at == before[0]:
        game.due_at = game.deadline
    elif game.due_at > now + _longest_thought():
        game.due_at = now
    return before != (game.deadline, game.declaring_until, game.due_at)


def _longest_thought() -> timedelta:
    """No bot thinks longer, and no clock keeps a game longer to itself."""
    return timedelta(seconds=max(10, SLOWEST * settings.BOT_THINK_SECONDS))


def earliest(*moments: datetime | None) -> datetime | None:
    """The first of some moments; None where there is none."""
    return min((moment for moment in moments if moment), default=None)


def _bots_due(state: State, bots: Collection[int], now: datetime) -> datetime | None:
    """When a bot should be looked at, after a believable moment; None if none has to be.

    Drawn at random, so that the length of a thought tells nothing about a hand.
    """
    if not seats_to_wake(state, bots):
        return None
    return now + timedelta(seconds=settings.BOT_THINK_SECONDS * random.uniform(QUICKEST, SLOWEST))
