"""The registry of replays: the connections of all replays in this process, and the one task that
reads for them.

A change notification, a new connection or a heartbeat wakes this task. The task reads the people
and the leader of each game that may have changed, and sends them to every connection of the game.
It also closes the sockets of people who have lost their right.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine

from accounts.models import User
from accounts.templatetags.people import avatar_url
from finished.replay import shared
from finished.replay.shared import ReplayConnection
from game.models import ReplayViewer
from live import notifications
from live.connection_registry import ConnectionRegistry
from live.consumer import close_if_too_many
from live.subscriber import Notification
from live.threads import sockets

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 4


class ReplayRegistry(ConnectionRegistry):
    """The connections of all replays that this process shows, by game."""

    def __init__(self) -> None:
        self.by_game: dict[str, set[ReplayConnection]] = defaultdict(set)
        self._stale: set[str] = set()
        self._woken = asyncio.Event()
        self._check_rights = False
        super().__init__()

    def background_tasks(self) -> list[Coroutine[object, object, None]]:
        return [self._run(), self._heartbeat()]

    def groups(self) -> set[str]:
        return {notifications.replay_group(game_id) for game_id in self.by_game}

    async def join(self, connection: ReplayConnection) -> None:
        """Add a connection, and wake the task that sends the people and the leader. If its person
        has too many connections, close the others.
        """
        game_id = connection.game_id
        close_if_too_many(self.by_game[game_id], connection.user_id)
        self.by_game[game_id].add(connection)
        await self.update_subscription()
        self._wake({game_id})

    async def leave(self, connection: ReplayConnection) -> None:
        """Remove a connection, unless it was removed before.

        The registry closes with its last connection.
        """
        connections = self.by_game.get(connection.game_id)
        if connections is None or connection not in connections:
            return
        connections.remove(connection)
        if connections:
            return
        del self.by_game[connection.game_id]
        if self.by_game:
            await self.update_subscription()
        else:
            await self.close()

    def receive(self, message: Notification | None) -> None:
        if message is None:
            self._wake(set(self.by_game), check_rights=True)
        elif "person" in message:
            for connection in [each for some in self.by_game.values() for each in some]:
                connection.receive(message)
        elif "replay" in message:
            self._wake({message["replay"]})

    def _wake(self, game_ids: set[str], *, check_rights: bool = False) -> None:
        self._stale |= game_ids
        self._check_rights |= check_rights
        self._woken.set()

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._wake(set(self.by_game), check_rights=True)

    async def _run(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            stale, check_rights = self._stale & set(self.by_game), self._check_rights
            self._stale, self._check_rights = set(), False
            for game_id in stale:
                try:
                    await self._refresh(game_id, check_rights=check_rights)
                except Exception:
                    # The next heartbeat tries again.
                    logger.exception("The people at game %s could not be read", game_id)

    async def _refresh(self, game_id: str, *, check_rights: bool) -> None:
        pages = list(self.by_game.get(game_id, ()))
        if check_rights:
            codes = await sockets.run(shared.renew_presence, game_id, pages)
            for page, code in zip(pages, codes, strict=True):
                if code:
                    page.end(code)
        people, leader = await sockets.run(shared.read, game_id)
        for page in list(self.by_game.get(game_id, ())):
            await page.put(json.dumps(document(people, leader, page)))


def document(
    people: Collection[User], leader: ReplayViewer | None, connection: ReplayConnection
) -> dict[str, object]:
    """The people and the leader, as a document for one connection."""
    return {
        "people": [
            {
                "name": person.name,
                "face": avatar_url(person.avatar),
                "you": person.pk == connection.user_id,
                "leads": leader is not None and leader.user_id == person.pk,
            }
            for person in people
        ],
        "lead": None
        if leader is None
        else {
            "name": leader.user.name,
            "you": leader.pk == connection.viewing_id,
            "move": leader.move,
            "eyes": leader.eyes,
        },
    }
