"""The hub of a room: the part of a process that reads the room, makes moves, and sends updates to
all of its sockets.

A move, a change notification, a new socket or a missed change wakes the hub. The hub then reads the
changes once, renders them, and sends them to each connection that has an older version. Apart from
its connections, a hub holds nothing that it could not read again from the database.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from accounts import metrics
from game.play import MadeMove
from game.refusals import Refused
from live import threads
from live.consumer import ELSEWHERE, NO_RIGHT, NOTHING_HERE, Connection
from live.subscriber import Notification
from rooms.live.rendering import NOTHING_SENT, Wanted, read_updates
from rooms.live.snapshot import Snapshot
from rooms.requests import Sent, make_move

logger = logging.getLogger(__name__)


def move_and_read(
    code: str, sent: Sent, wanted: Collection[Wanted], before: Snapshot | None
) -> tuple[MadeMove, float, Snapshot, dict[Wanted, str]]:
    """Make a move, and read the updates after it. One thread does both, because a move must not
    wait for a second thread. Also return the time at which the move was stored.
    """
    answer = make_move(code, sent, before.stored_game if before else None)
    return answer, time.perf_counter(), *read_updates(code, wanted, before, answer)


@dataclass(eq=False, kw_only=True)
class RoomConnection(Connection):
    """The socket of a page or a program in a room. It has a format, and knows which versions were
    sent.
    """

    wants_json: bool = False
    tab: str = ""
    sent: tuple[int, int] = NOTHING_SENT
    sent_at_heartbeat: tuple[int, int] = NOTHING_SENT
    #: The hashed password when the socket was opened. A new password makes the session invalid.
    password: str = field(repr=False)
    #: Whether the person's address is blocked now. This may query the database.
    is_blocked: Callable[[], bool] = bool

    @property
    def wanted(self) -> Wanted:
        """The person, the format and the versions sent. They decide the content of the next
        update.
        """
        return self.user_id, self.wants_json, self.sent


class RoomHub:
    """The connections of one room in this process."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.connections: set[RoomConnection] = set()
        #: The latest snapshot. If more than moves may have changed since then, it is not used.
        self._held: Snapshot | None = None
        self._read_anew = True
        #: The newest version of the present game in a notification.
        self._notified = 0
        #: Set while there may be changes to read.
        self.stale = asyncio.Event()
        #: Readings and moves wait for each other, so that updates are sent in the order of their
        #: versions.
        self.turn = asyncio.Lock()
        self._task = asyncio.create_task(self._run())

    @property
    def game_id(self) -> str | None:
        """The id of the game in the latest snapshot."""
        return self._held.game.id if self._held and self._held.game else None

    def may_have_seat(self, user_id: int) -> bool:
        """Return whether the person had a seat at the last reading. Before the first reading,
        anybody may have one.
        """
        return self._held is None or user_id in self._held.seat_numbers

    def present(self) -> tuple[set[int], set[int]]:
        """Return the seats and the spectators with sockets: ids of ``Seat`` rows, and user ids."""
        held, people = self._held, {each.user_id for each in self.connections}
        if held is None:
            return set(), set()
        seats = {held.room_seats[each].pk for each in people & held.room_seats.keys()}
        return seats, {each for each in people - held.room_seats.keys() if held.may_see(each)}

    def wake(self) -> None:
        """Make the hub read the whole room again, because anything may have changed."""
        self._read_anew = True
        self.stale.set()

    def receive(self, message: Notification) -> None:
        """Handle a notification. It may be about another room."""
        if message.get("room") == self.code:
            self.wake()
        elif self.game_id and message.get("game") == self.game_id:
            # If the version is not newer, the notification came twice or late. Then ignore it.
            self._notified = max(self._notified, message["version"])
            self.stale.set()

    def stop(self) -> None:
        """Stop the hub after the last connection has left."""
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            await self.stale.wait()
            async with self.turn:
                self.stale.clear()
                # A move of this hub is sent before its notification.
                version = self._held.versions[1] if self._held else 0
                has_newcomer = any(each.sent == NOTHING_SENT for each in self.connections)
                if self._read_anew or has_newcomer or self._notified > version:
                    await self._send_changes()

    async def move(self, sent: Sent) -> MadeMove:
        """Make a move. Return the answer once the update is sent to all connections.

        If the socket closes meanwhile, the thread still makes the move, and its notification wakes
        the hub.
        """
        async with self.turn:
            waiting, wanted, before = self._begin_reading()
            try:
                answer, stored, now, texts = await threads.moves.run(
                    move_and_read, self.code, sent, wanted, before
                )
            except BaseException:  # A cancelled task, too.
                self._read_anew = True  # Perhaps nobody knows whether the move was stored.
                raise
            await self._send(now, texts, waiting)
            metrics.BROADCASTS.observe(time.perf_counter() - stored)
        return answer

    async def _send_changes(self) -> None:
        """Read the changes since the latest snapshot, and send them."""
        waiting, wanted, before = self._begin_reading()
        try:
            now, texts = await threads.rooms.run(read_updates, self.code, wanted, before)
            await self._send(now, texts, waiting)
        except Exception as error:
            if isinstance(error, Refused) and error.code != "newer_rules":
                for connection in waiting:
                    connection.end(NOTHING_HERE)
                return
            # The next notification or heartbeat wakes the hub again. If the release is too old for
            # the rules of the game, only a process of a newer release can show it; its pages poll.
            self._read_anew = True
            logger.exception("Room %s could not be read", self.code)

    def _begin_reading(self) -> tuple[set[RoomConnection], set[Wanted], Snapshot | None]:
        """Return the present connections, their needs, and the snapshot from which a reading may go
        on.
        """
        before = None if self._read_anew else self._held
        self._read_anew = False
        waiting = set(self.connections)
        return waiting, {connection.wanted for connection in waiting}, before

    async def _send(
        self, now: Snapshot, texts: dict[Wanted, str], waiting: set[RoomConnection]
    ) -> None:
        before, game_id, self._held = self._held, self.game_id, now
        if not self.stale.is_set():
            self._notified = now.versions[1]  # A notification may have had a version that is wrong.
        # The snapshots of a game share their seats until these are read again.
        is_new = not (before and before.seats is now.seats)
        for connection in waiting & self.connections:
            text, seat = texts.get(connection.wanted), now.room_seat_of(connection.user_id)
            if not now.may_see(connection.user_id):
                connection.end(NO_RIGHT)
            elif is_new and connection.tab and seat and seat.tab not in ("", connection.tab):
                connection.end(ELSEWHERE)
            elif text is not None:
                await connection.put(text)
                connection.sent = now.versions
        if self.game_id != game_id:
            self._notified = 0
            # Notifications of the new game's first moves may have come before this reading.
            self.wake()
