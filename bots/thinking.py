"""Runs the bots' decisions. Slow levels run in separate processes, which get the knowledge of a
seat, and return a move. ``knowledge`` must include everything that the seat has seen.
"""

import random
from importlib import import_module
from typing import Final

from django.conf import settings

from game.computing import PATIENCE, pool, working_pool
from literature import policy
from literature.knowledge import Knowledge
from literature.policy.claims import sets_without_opponents
from literature.rules.information_state import InformationState
from literature.rules.moves import Move

#: The levels whose moves are computed in separate processes.
LONG: Final = frozenset({"hard"})

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
    with working_pool() as processes:
        return processes.submit(policy.choose, seen, knowledge, level, rng).result(PATIENCE)


def wants_to_claim(seen: InformationState, knowledge: Knowledge, level: str) -> Move | None:
    """The claim that a seat makes now, even out of turn; or None."""
    if not _uses_process(level):
        return policy.wants_to_claim(seen, knowledge, level)
    # Usually opponents may hold cards of each set. Then no separate process is needed.
    if not sets_without_opponents(knowledge, seen.legal.claims):
        return None
    with working_pool() as processes:
        return processes.submit(policy.wants_to_claim, seen, knowledge, level).result(PATIENCE)


def _uses_process(level: str) -> bool:
    return level in LONG and settings.BOT_PROCESSES > 0
