"""Sockets of a room without a server: connections, and the messages to them."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.models import User
from literature_site.asgi import application
from live import notifications, subscriber
from rooms.live.room_registry import RoomRegistry
from tests import ROOT
from tests.kit import signed_in
from tests.secrecy import Element, parsed
from tests.waiting import PATIENCE, wait_until_async

#: Skips a test of the in-process channel layer when Redis is used.
looks_into_layer = pytest.mark.skipif(bool(settings.REDIS_URL), reason="rings go through Redis")

#: The headers of a page of this site.
OWN_PAGE = ((b"host", b"localhost"), (b"origin", b"http://localhost"))


async def in_database(work: Callable[..., Any], *args: Any) -> Any:
    """Call code that uses the database from an async test."""
    return await sync_to_async(work)(*args)


def session_of(user: User) -> bytes:
    """Return the session cookie of ``user``."""
    return f"sessionid={signed_in(user).cookies['sessionid'].value}".encode()


class SocketClient:
    """An open socket. Use it with ``async with``. If it is used again, it has the same session."""

    def __init__(
        self, code: str, user: User | None, *, as_json: bool = False, address: str = "127.0.0.1"
    ) -> None:
        self.path = f"/ws/r/{code}/" + "?format=json" * as_json
        self.user = user
        self.address = address
        self.headers = [*OWN_PAGE]

    async def __aenter__(self) -> "SocketClient":
        if self.user and len(self.headers) == len(OWN_PAGE):
            self.headers.append((b"cookie", await in_database(session_of, self.user)))
        self.line = WebsocketCommunicator(application, self.path, self.headers)
        self.line.scope["client"] = [self.address, 1]
        accepted, _protocol = await self.line.connect(PATIENCE)
        assert accepted
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.leave()

    async def leave(self, code: int = 1000) -> None:
        """Close the socket. Return when the server has closed its connection."""
        await self.line.disconnect(code, PATIENCE)

    async def text(self) -> str:
        """Return the next message."""
        return await self.line.receive_from(PATIENCE)

    async def frame(self) -> Element:
        """Return the next update. Skip heartbeats."""
        while True:
            page = parsed(await self.text())
            if not page.find("heartbeat"):
                return page

    async def document(self) -> dict[str, Any]:
        """Return the next document of a socket for JSON."""
        return json.loads(await self.text())

    async def closed(self) -> int:
        """Return the close code. Skip the messages before it."""
        while True:
            message = await self.line.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]

    async def silent(self) -> bool:
        """Return whether only heartbeats have come, after all notifications have been handled."""
        await all_shown()
        return self.has_nothing()

    def has_nothing(self) -> bool:
        """Drop the messages that have come so far. Return whether all of them are heartbeats."""
        queue = self.line.output_queue
        came = [queue.get_nowait() for _ in range(queue.qsize())]
        return all('id="heartbeat"' in message.get("text", "") for message in came)


async def all_shown() -> None:
    """Return when every earlier notification has arrived in this process, and every hub has sent
    its updates.
    """
    await asyncio.gather(*tasks_of(notifications.__file__))
    # This goes the same way as notifications, and comes after all earlier notifications.
    now = asyncio.get_running_loop().time()
    last, arrived = {"type": "notification", "last": now}, asyncio.Event()
    subscription = subscriber.subscribe(lambda message: message == last and arrived.set())
    await subscription.set_groups({"last"})

    async def has_arrived() -> bool:
        await get_channel_layer().group_send("last", last)
        with suppress(TimeoutError):
            await asyncio.wait_for(arrived.wait(), 0.1)
        return arrived.is_set()

    await wait_until_async("the listener is open", has_arrived)
    await subscription.cancel()
    for room in list(RoomRegistry.of_this_loop().hubs.values()):
        await wait_until_async(
            "the hub has sent everything",
            lambda room=room: not (room.stale.is_set() or room.turn.locked()),
        )


def tasks_of_the_site() -> set[asyncio.Task[Any]]:
    """Return the site's own tasks in this event loop, without the tasks of tests and libraries."""
    return tasks_of(*(f"{ROOT / app}/" for app in ("game", "rooms")))


def tasks_of(*files: str) -> set[asyncio.Task[Any]]:
    """Return the tasks in this event loop whose code is in one of these files or folders."""
    return {
        task
        for task in asyncio.all_tasks()
        if task.get_coro().cr_code.co_filename.startswith(files)
    }


class Tab(SocketClient):
    """The socket of a page whose tab has an id."""

    def __init__(self, code: str, user: User, tab: str, *, take: bool = False) -> None:
        super().__init__(code, user)
        self.path += f"?tab={tab}" + "&take=1" * take


def versions(page: Element) -> tuple[int, int]:
    """Return the versions of the room and the game in an update."""
    shown = page.find("versions")
    assert shown
    return int(shown.attributes["data-room"]), int(shown.attributes["data-game"])


def hand_in(page: Element) -> set[str] | None:
    """Return the cards of the hand in an update; None if there is no hand."""
    hand = page.find("hand")
    if hand is None:
        return None
    return {each.attributes["data-card"] for each in hand.walk() if "data-card" in each.attributes}


def moves_in(page: Element) -> list[int]:
    """Return the numbers of the moves in an update."""
    moves = page.find("moves")
    assert moves
    return [move["number"] for move in json.loads(moves.attributes.get("data-moves") or "[]")]


def tidy(html: str) -> str:
    """Return HTML without the values that differ each time."""
    return re.sub(r'name="(csrfmiddlewaretoken|request_id)" value="[\w-]*"', "", html)


class Gates:
    """Makes a channel layer wait at a gate before it leaves a group."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._gates: dict[str, asyncio.Event] = {}
        self.waiting: set[str] = set()
        layer = get_channel_layer()
        self._discard = layer.group_discard
        monkeypatch.setattr(layer, "group_discard", self._pass)
        monkeypatch.setattr(subscriber, "LONGEST_CALL", PATIENCE)

    def shut(self, *groups: str) -> None:
        self._gates |= {group: asyncio.Event() for group in groups}

    def open(self, group: str) -> None:
        self._gates.pop(group).set()

    async def _pass(self, group: str, channel: str) -> None:
        if group in self._gates:
            self.waiting.add(group)
            await self._gates[group].wait()
        await self._discard(group, channel)
