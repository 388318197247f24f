"""The registry of the rooms with sockets in this process. It finds the hub of a room, passes
notifications to hubs, sends heartbeats, and closes sockets that people may no longer use.
"""

import asyncio
import logging
from collections.abc import Coroutine

from accounts import metrics
from accounts.models import User
from game.play import MadeMove
from game.presentation.rendering import render_part
from live import notifications, threads
from live.connection_registry import ConnectionRegistry
from live.consumer import NO_RIGHT, RESTART, close_if_too_many, valid_sessions
from live.subscriber import Notification
from rooms.live import presence
from rooms.live.hub import RoomConnection, RoomHub
from rooms.models import Room
from rooms.requests import Sent

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 4


async def move_in_hub(code: str, sent: Sent) -> MadeMove | None:
    """Make a move in the room's hub of this process. Return None if ``hub_for_moves`` finds no
    hub.
    """
    here = RoomRegistry.open_here()
    hub = here.hub_for_moves(code, sent.user_id) if here else None
    return await hub.move(sent) if hub else None


# The queries of a heartbeat. Each covers all rooms of this process.


def newest_versions(present: dict[str, tuple[set[int], set[int]]]) -> dict[str, tuple[int, int]]:
    """Return the versions of some rooms. Also renew the presence of the players and spectators
    there (``RoomHub.present``).
    """
    if seat_ids := {each for seats, _viewers in present.values() for each in seats}:
        presence.renew_presence(seat_ids)
    presence.renew_spectators({code: viewers for code, (_seats, viewers) in present.items()})
    rooms = Room.objects.filter(code__among=present).values_list("code", "version", "game__version")
    return {code: (version, game_version or 0) for code, version, game_version in rooms}


def still_valid(keys: set[str], people: set[int]) -> tuple[set[str], dict[int, str]]:
    """Return the valid sessions among these, and the hashed passwords of the ``people`` whose
    accounts are active, by id.
    """
    active = User.objects.filter(pk__among=people, is_active=True)
    return valid_sessions(keys), dict(active.values_list("pk", "password"))


def blocked(connections: list[RoomConnection]) -> list[RoomConnection]:
    """Return the connections of guests whose address the staff have blocked."""
    return [each for each in connections if each.is_blocked()]


class RoomRegistry(ConnectionRegistry):
    """The hubs of all rooms with sockets in this process, by room code."""

    def __init__(self) -> None:
        self.hubs: dict[str, RoomHub] = {}
        super().__init__()

    def background_tasks(self) -> list[Coroutine[object, object, None]]:
        return [self._heartbeat()]

    def groups(self) -> set[str]:
        return {notifications.room_group(code) for code in self.hubs}

    def hub_for_moves(self, code: str, user_id: int) -> RoomHub | None:
        """Return the room's hub, or None if the process has none.

        Also return None for people without a seat, because their moves are refused and players
        would have to wait meanwhile. If a person has just got a seat and the hub does not know it
        yet, a socket gets no answer, and its page sends the move by POST, which needs no hub.
        """
        hub = self.hubs.get(code)
        return hub if hub and hub.may_have_seat(user_id) else None

    async def join(self, code: str, connection: RoomConnection) -> None:
        """Add a connection. It first gets the present state, and then each update. If its person
        has too many connections, close the others.
        """
        hub = self.hubs.get(code)
        if hub is None:
            hub = self.hubs[code] = RoomHub(code)
        close_if_too_many(hub.connections, connection.user_id)
        hub.connections.add(connection)
        await self.update_subscription()
        hub.stale.set()

    async def leave(self, code: str, connection: RoomConnection) -> None:
        """Remove a connection. If it was removed before, do nothing."""
        hub = self.hubs.get(code)
        if hub is None or connection not in hub.connections:
            return
        hub.connections.remove(connection)
        if hub.connections:
            return
        hub.stop()
        del self.hubs[code]
        if self.hubs:
            await self.update_subscription()
        else:
            await self.close()

    def receive(self, message: Notification | None) -> None:
        if message is None:
            for hub in self.hubs.values():
                hub.wake()
        elif "person" in message:
            for connection in self._connections():
                connection.receive(message)
        else:
            for hub in self.hubs.values():
                hub.receive(message)

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._heartbeat_once()
            except Exception:
                logger.exception("A heartbeat failed")

    async def _heartbeat_once(self) -> None:
        """Close sockets that people may no longer use, read the versions of all rooms, wake hubs
        that missed a notification, and send heartbeats.
        """
        hubs = list(self.hubs.values())
        if not hubs:
            return
        await self._close_without_right()
        present = {hub.code: hub.present() for hub in hubs}
        newest = await threads.rooms.run(newest_versions, present)
        for hub in hubs:
            versions = newest.get(hub.code)
            if versions is None or any(each.sent < versions for each in hub.connections):
                metrics.NOTIFICATIONS_HEALED.inc(versions is not None)
                hub.wake()
            else:
                text = render_part("heartbeat.html", {"versions": versions})
                for connection in hub.connections.copy():
                    # An update since the last heartbeat, too, has shown that the socket works.
                    silent = connection.sent == connection.sent_at_heartbeat
                    connection.sent_at_heartbeat = connection.sent
                    if silent and not connection.wants_json:
                        await connection.put(text)
            await asyncio.sleep(0)  # A move does not wait for the heartbeats of all rooms.

    def _connections(self) -> list[RoomConnection]:
        return [each for hub in self.hubs.values() for each in hub.connections]

    async def _close_without_right(self) -> None:
        """Close the sockets of people who have signed out or have a new password, or whose accounts
        are suspended or deleted, although no notification said so. Pages reconnect if they may.
        """
        connections = self._connections()
        keys = {each.session_key for each in connections if each.session_key}
        people = {each.user_id for each in connections}
        valid, passwords = await threads.rooms.run(still_valid, keys, people)
        for connection in connections:
            signed_out = connection.session_key and connection.session_key not in valid
            if signed_out or passwords.get(connection.user_id) != connection.password:
                connection.end(RESTART)
        for connection in await threads.rooms.run(blocked, connections):
            connection.end(NO_RIGHT)
