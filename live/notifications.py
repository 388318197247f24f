"""Change notifications: they tell processes that a game, a room, a person's rights or a shared
replay has changed.

A notification only names what has changed: a subscriber reads the stored version. So a lost,
doubled or late notification does no harm. Notifications are published after the commit. A failure
to publish never fails a committed move.
"""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from accounts import metrics
from live import subscriber
from live.subscriber import Notification
from live.threads import working_for

logger = logging.getLogger(__name__)

#: A request waits at most LONGEST_WAIT seconds until its notification is published. After this time
#: a management command gives up, and a server continues in the background until LONGEST_PUBLISH
#: seconds after the start.
LONGEST_WAIT = 0.1
LONGEST_PUBLISH = 2

#: The tasks that are publishing. The set keeps them, because asyncio has only weak references to
#: tasks.
_publishing: set[asyncio.Task[None]] = set()

#: The group of the scheduler. It gets the notifications after which the scheduler may have to act.
SCHEDULER = "clock"

#: The group to which every process with open sockets belongs. A notification of this group means
#: that a person may have lost the right to their sockets.
PEOPLE = "people"


def room_group(code: str) -> str:
    """The group of the subscribers that show a room and its games."""
    return f"room.{code}"


def replay_group(game_id: str) -> str:
    """The group of the subscribers that show the replay of a game."""
    return f"replay.{game_id}"


def publish_game(game_id: str, version: int, code: str, *, is_due: bool) -> None:
    """Publish that a game of the room with this code has changed, when the present transaction has
    committed.

    ``is_due``: whether the scheduler has to act in this game, now or later.
    """
    message: Notification = {"type": "notification", "game": game_id, "version": version}
    _publish_after_commit([room_group(code), *([SCHEDULER] if is_due else [])], message)


def publish_room(code: str, version: int) -> None:
    """Publish that a room has changed, when the present transaction has committed."""
    message: Notification = {"type": "notification", "room": code, "version": version}
    _publish_after_commit([room_group(code)], message)


def publish_person(user_id: int) -> None:
    """Publish that a person may have lost the right to their sockets, or has a new name. All their
    sockets close, and pages that still may reconnect.
    """
    _publish_after_commit([PEOPLE], {"type": "notification", "person": user_id})


def publish_replay(game_id: str) -> None:
    """Publish that the people, the leader or the position of a shared replay have changed."""
    _publish_after_commit([replay_group(game_id)], {"type": "notification", "replay": game_id})


def _publish_after_commit(groups: list[str], message: Notification) -> None:
    def publish() -> None:
        if loop := working_for.get():
            loop.call_soon_threadsafe(publish_soon, groups, message)
        else:
            async_to_sync(_publish_and_wait)(groups, message)

    # An error must not fail the request: the change is stored, and a heartbeat updates the pages.
    transaction.on_commit(publish, robust=True)


async def _publish_and_wait(groups: list[str], message: Notification) -> None:
    """Publish, and wait for the result for at most LONGEST_WAIT seconds, because a person may be
    waiting for the answer.
    """
    await asyncio.wait({publish_soon(groups, message)}, timeout=LONGEST_WAIT)


def publish_soon(groups: list[str], message: Notification) -> asyncio.Task[None]:
    """Publish in the running event loop, without waiting for the result."""
    subscriber.deliver_locally(groups, message)
    task = asyncio.create_task(_publish(groups, message))
    _publishing.add(task)
    task.add_done_callback(_publishing.discard)
    return task


async def _publish(groups: list[str], message: Notification) -> None:
    layer = get_channel_layer()
    await asyncio.sleep(0)  # A hub first sends the update to its own pages.
    try:
        async with asyncio.timeout(LONGEST_PUBLISH):
            await asyncio.gather(*(layer.group_send(group, message) for group in groups))
    except Exception as error:
        # The change is stored, and the next heartbeat updates the pages.
        metrics.NOTIFICATIONS_LOST.inc()
        logger.warning("A change notification could not be published: %r", error)
