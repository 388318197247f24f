"""Runs the bots' decisions. Slow levels and help for people run in separate processes, unless
``BOT_PROCESSES`` is 0.

A long computation in a thread would delay all tables of this process. The separate processes start
when they are first needed, unless ``prepare`` has started them. They keep no state: they get the
knowledge of a seat, and return a move or help. ``knowledge`` must include everything that the seat
has seen.
"""

import random
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Final

from django.conf import settings

from bots.processes import CONTEXT, begin
from literature import policy
from literature.judge.worker import Help, seat_help
from literature.knowledge import Knowledge
from literature.policy.claims import sets_without_opponents
from literature.rules.information_state import InformationState
from literature.rules.moves import Move

#: The levels whose moves are computed in separate processes.
LONG: Final = frozenset({"hard"})

#: The time limit in seconds for a decision or for help. After a late decision the game becomes due
#: again.
PATIENCE: Final = 4.0

# If the scheduler runs in this process, bots and help share the pool. Only one computation of help
# runs at a time, so that bots wait for at most one.
help_slot = threading.BoundedSemaphore()

# Random choices differ from run to run, so that bots play the same deal in different ways.
_chance = random.Random()


def prepare() -> None:
    """Start a separate process now. Otherwise the first person who needs it waits for seconds."""
    if settings.BOT_PROCESSES:
        for module in ("literature.judge.advice", "literature.policy.hard"):
            pool().submit(import_module, module)


def choose(seen: InformationState, knowledge: Knowledge, level: str) -> Move:
    """The move of the seat with the turn."""
    rng = random.Random(_chance.getrandbits(64))
    if not _uses_process(level):
        return policy.choose(seen, knowledge, level, rng)
    with _working_pool() as processes:
        return processes.submit(policy.choose, seen, knowledge, level, rng).result(PATIENCE)


def wants_to_claim(seen: InformationState, knowledge: Knowledge, level: str) -> Move | None:
    """The claim that a seat makes now, even out of turn; or None."""
    if not _uses_process(level):
        return policy.wants_to_claim(seen, knowledge, level)
    # Usually opponents may hold cards of each set. Then no separate process is needed.
    if not sets_without_opponents(knowledge, seen.legal.claims):
        return None
    with _working_pool() as processes:
        return processes.submit(policy.wants_to_claim, seen, knowledge, level).result(PATIENCE)


def help_for(seen: InformationState, knowledge: Knowledge) -> Help:
    """Help for a seat. Raise ``TimeoutError`` if the computation takes too long."""
    if not settings.BOT_PROCESSES:
        return seat_help(seen, knowledge)
    if not help_slot.acquire(timeout=PATIENCE):
        raise TimeoutError
    with _working_pool() as processes:
        try:
            made: Future[Help] = processes.submit(seat_help, seen, knowledge)
        except BaseException:
            help_slot.release()
            raise
        # The slot is free again when the computation ends, which may be after the time limit.
        made.add_done_callback(lambda _done: help_slot.release())
        return made.result(PATIENCE)


def _uses_process(level: str) -> bool:
    return level in LONG and settings.BOT_PROCESSES > 0


@contextmanager
def _working_pool() -> Iterator[ProcessPoolExecutor]:
    """The separate processes. If one of them has ended, the next call gets new ones."""
    try:
        yield pool()
    except BrokenExecutor:
        pool.cache_clear()
        raise


@cache
def pool() -> ProcessPoolExecutor:
    """The separate processes."""
    return ProcessPoolExecutor(settings.BOT_PROCESSES, CONTEXT, begin, (5,))
