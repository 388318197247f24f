"""The hub of a room: the part of a process that reads the room, makes moves, and sends updates to
all of its sockets.

A change notification, a new socket or a missed change wakes the hub. The hub then reads the room
once, renders the changes, and sends them to each connection that has an older version. A
connection that is too slow is closed. Its page then reconnects and gets the present state. Apart
from its connections, a hub holds nothing that it could not read again from the database.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from game.live import notifications, tracing
from game.live.consumer import ELSEWHERE, NO_RIGHT, NOTHING_HERE
from game.live.notifications import Notification
from game.live.threads import PersistentThreads
from game.refusals import Refused
from game.rules.legality import IllegalMove
from rooms.live.moving import Sent, make_move
from rooms.live.room_connection import RoomConnection
from rooms.live.room_people import NOBODY
from rooms.live.updates import RenderCache, Updates, Wanted, lacks_moves, read_updates

logger = logging.getLogger(__name__)

NOT_NOTIFIED = -1

#: If one person has more sockets in a room, there is a mistake or an attack.
MOST_SOCKETS = 12

# Threads that read rooms, and threads that make moves. (Channels has one thread for all consumers;
# there a slow reading would delay all rooms.)
readers = PersistentThreads(2, "hub")
_movers = PersistentThreads(3, "mover")


class RoomHub:
    """The connections of one room in this process."""

    def __init__(self, code: str, game_changed: Callable[[], Awaitable[None]]) -> None:
        self.code = code
        self._game_changed = game_changed
        self.connections: set[RoomConnection] = set()
        self.game_id: str | None = None
        self.people = NOBODY
        self._cache = RenderCache()
        self._read_anew = True
        self._has_newcomer = False
        self._notified = NOT_NOTIFIED
        self._stale = asyncio.Event()
        #: Set when the hub has sent all updates that it knows of.
        self.sent = asyncio.Event()
        #: Readings and moves wait for each other, so that updates are sent in the order of their
        #: versions.
        self._turn = asyncio.Lock()
        self._moving: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._run())

    def admit(self, newcomer: RoomConnection) -> None:
        """Add a connection. If its person has too many connections, close the others."""
        own = [each for each in self.connections if each.user_id == newcomer.user_id]
        if len(own) >= MOST_SOCKETS:
            for connection in own:
                connection.end(ELSEWHERE)
        self.connections.add(newcomer)
        self._has_newcomer = True

    def may_have_seat(self, user_id: int) -> bool:
        """Return whether the person had a seat at the last reading. Before the first reading,
        anybody may have one.
        """
        return self.people is NOBODY or user_id in self.people.player_ids

    def wake(self) -> None:
        """Make the hub read the whole room again, because anything may have changed."""
        self._read_anew = True
        self._mark_stale()

    def greet(self) -> None:
        """Send the present state to a new connection."""
        self._has_newcomer = True
        self._mark_stale()

    def receive(self, message: dict[str, Any]) -> bool:
        """Handle a notification. Return whether it concerns this room or its present game."""
        its_game = self.game_id is not None and message.get("game") == self.game_id
        its_room = message.get("room") == self.code
        if its_room:
            self.wake()
        elif its_game and message["version"] > self._notified:
            # If the version is not newer, the notification came twice or late. Then ignore it.
            self._notified = message["version"]
            self._mark_stale()
        return its_room or its_game

    def _mark_stale(self) -> None:
        self.sent.clear()
        self._stale.set()

    def stop(self) -> None:
        """Stop the hub after the last connection has left."""
        self._task.cancel()
        self.sent.set()

    async def _run(self) -> None:
        while True:
            await self._stale.wait()
            async with self._turn:
                self._stale.clear()
                try:
                    await self._refresh()
                except Exception:
                    # The next notification or heartbeat wakes the hub again.
                    self._forget()
                    logger.exception("Room %s could not be read", self.code)
            await asyncio.sleep(0)  # Let the tasks of ``SocketConsumer.write`` send the texts.
            if not self._stale.is_set():
                self.sent.set()

    async def move(self, sent: Sent) -> dict[str, Any]:
        """Make a move. Return the answer once the update is sent to all connections."""
        moving = asyncio.create_task(self._move(sent))
        self._moving.add(moving)
        moving.add_done_callback(self._done)
        return await asyncio.shield(moving)  # If the socket closes, the move still goes on.

    def _done(self, moving: asyncio.Task[dict[str, Any]]) -> None:
        self._moving.discard(moving)
        if not moving.cancelled():
            # If the socket has closed, nobody reads the exception, and asyncio would log a
            # traceback. So read it here.
            moving.exception()

    async def _move(self, sent: Sent) -> dict[str, Any]:
        made: list[Notification] = []
        try:
            async with self._turn:
                waiting, wanted = self._waiting()
                work = partial(make_move, self.code, sent, self._cache, wanted)
                answer, updates = await _movers.run(notifications.collecting, made, work)
                if updates:
                    tracing.asked(answer["game"], answer["version"])
                    await self._send(updates, waiting)
            return answer
        except Exception as error:
            if not isinstance(error, Refused | IllegalMove):
                self._forget()
            raise
        finally:
            notifications.publish_soon(made)

    def _waiting(self) -> tuple[set[RoomConnection], set[Wanted]]:
        """Return the connections and what each of them needs. Clear the render cache if it may be
        outdated.
        """
        if self._read_anew:
            self._read_anew = False
            self._cache.clear()
        if self._has_newcomer:
            self._has_newcomer = False
            self._cache.expect_newcomer()
        return set(self.connections), {connection.wanted for connection in self.connections}

    def _forget(self) -> None:
        self._read_anew, self._notified = True, NOT_NOTIFIED

    async def _refresh(self) -> None:
        waiting, wanted = self._waiting()
        try:
            updates = await readers.run(read_updates, self.code, wanted, self._cache)
        except Refused as refused:
            if refused.code == "newer_rules":
                raise  # Only a process of a newer release can show this room; its pages poll.
            for connection in waiting:
                connection.end(NOTHING_HERE)
            return
        await self._send(updates, waiting)

    async def _send(self, updates: Updates, waiting: set[RoomConnection]) -> None:
        self.people = updates.people
        if not self._stale.is_set():
            # The hub now has this version. So it can ignore older notifications, and the later
            # notification of a move that was made in this process.
            self._notified = updates.versions[1]
        for connection in waiting:
            text = updates.texts.get(connection.wanted)
            tab = updates.people.tabs.get(connection.user_id, connection.tab)
            if connection.user_id in updates.people.barred:
                connection.end(NO_RIGHT)
            elif connection.tab and tab != connection.tab:
                connection.end(ELSEWHERE)
            elif text is not None:
                connection.put(text)
                if updates.trace and lacks_moves(connection.sent, updates.versions):
                    updates.trace.count_sent()
                connection.sent, connection.silent = updates.versions, False
        if self.game_id != updates.game_id:
            self.game_id, self._notified = updates.game_id, NOT_NOTIFIED
            await self._game_changed()
            # A move may have been made before the hub subscribed to the game's notifications.
            self.greet()
