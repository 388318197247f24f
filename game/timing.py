"""When the next act of a game is due, and whose it is."""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings

from game.rules.refusals import timing_allows
from game.rules.state import FINISHED, State


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


def next_due(state: State, bots: Collection[int], now: datetime) -> datetime | None:
    """When a bot should be looked at, after thinking a believable moment; None if none has to be.

    Drawn at random, so that the length of a thought tells nothing about a hand.
    """
    if not seats_to_wake(state, bots):
        return None
    return now + timedelta(seconds=settings.BOT_THINK_SECONDS * random.uniform(0.6, 1.4))
