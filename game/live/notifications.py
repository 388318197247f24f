"""The doorbell: tells whoever shows or drives a game that there is something new to read.

It carries no content, so a lost, doubled or late ring does no harm: whoever hears it reads the
stored version. It is rung after the commit, and never makes a committed move fail.
"""

import asyncio
import logging
from contextvars import ContextVar
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import close_old_connections, transaction

from game.live import subscriber

logger = logging.getLogger(__name__)

#: How long a move waits for its ring. A server rings on meanwhile; a command, which ends, does not.
LONGEST_WAIT = 0.1
LONGEST_RING = 2

#: Whether a ring waits until the screens of this process have been sent what is new. A request's
#: does: its answer says nothing that they do not, and the work for it would only hold them up.
screens_first: ContextVar[bool] = ContextVar("screens_first", default=False)

_rings: set[asyncio.Task[None]] = set()  # or they would be collected while they ring

#: The group of the clock, which hears every ring that may have given it something to do.
CLOCK = "clock"

#: The group of every process that has sockets open: it hears that somebody may have to go.
PEOPLE = "people"


def game_group(game_id: str) -> str:
    """The group of those who show a game."""
    return f"game.{game_id}"


def room_group(code: str) -> str:
    """The group of those who show a room."""
    return f"room.{code}"


def replay_group(game_id: str) -> str:
    """The group of those who show the replay of a game."""
    return f"replay.{game_id}"


def ring_game(game_id: str, version: int, *, is_due: bool) -> None:
    """Ring for a game once the present transaction has committed.

    ``is_due``: whether the clock will have to act in it; where only people play, without a time
    limit, it has not.
    """
    message = {"type": "ring", "game": game_id, "version": version}
    _ring_after_commit([game_group(game_id), *([CLOCK] if is_due else [])], message)


def ring_room(code: str, version: int) -> None:
    """Ring for a room once the present transaction has committed."""
    message = {"type": "ring", "room": code, "version": version}
    _ring_after_commit([room_group(code)], message)


def ring_person(user_id: int, *, come_back: bool = False) -> None:
    """Ring for whoever holds sockets of a person: they may have lost the right to them.

    With ``come_back`` they are to be closed in any case, so that their pages open them again.
    """
    _ring_after_commit([PEOPLE], {"type": "ring", "person": user_id, "come_back": come_back})


def ring_replay(game_id: str) -> None:
    """Ring for those who watch a replay together: somebody has come, gone, or leads elsewhere."""
    _ring_after_commit([replay_group(game_id)], {"type": "ring", "replay": game_id})


def _ring_after_commit(groups: list[str], message: dict[str, Any]) -> None:
    def ring() -> None:
        if screens_first.get():
            # Those who read for the screens may be waiting for this very line.
            close_old_connections()
        async_to_sync(_send)(groups, message)

    # Robust: with Redis down the move stands, the answer is a success, and the beat heals screens.
    transaction.on_commit(ring, robust=True)


async def _send(groups: list[str], message: dict[str, Any]) -> None:
    """Ring, and wait a moment for it: whoever moved is waiting, too."""
    shown = subscriber.tell_here(groups, message)
    screens = [asyncio.create_task(each.wait()) for each in shown if screens_first.get()]
    ring = asyncio.create_task(_ring(groups, message))
    _rings.add(ring)
    ring.add_done_callback(_rings.discard)
    _done, late = await asyncio.wait({ring, *screens}, timeout=LONGEST_WAIT)
    for task in late - {ring}:
        task.cancel()


async def _ring(groups: list[str], message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(LONGEST_RING):
            await asyncio.gather(*(layer.group_send(group, message) for group in groups))
    except Exception as error:
        # The move stands, and the beat finds what is new.
        logger.warning("The doorbell could not be rung: %r", error)
