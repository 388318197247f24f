"""Sockets of a room, without a server: who listens, and what they are sent."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.models import User
from literature_site.asgi import application
from tests.kit import signed_in
from tests.secrecy import Element, parsed

#: A test of what the layer in this process holds, which is not used where there is a Redis.
looks_into_layer = pytest.mark.skipif(bool(settings.REDIS_URL), reason="rings go through Redis")

ORIGIN = (b"origin", b"http://localhost")

#: So long is waited for what has to come, however slow the machine that the tests run on.
PATIENCE = 30


async def in_database(work: Callable[..., Any], *args: Any) -> Any:
    """Call what uses the database from a test that is async."""
    return await sync_to_async(work)(*args)


def session_of(user: User) -> bytes:
    """The cookie by which the site knows ``user``."""
    return f"sessionid={signed_in(user).cookies['sessionid'].value}".encode()


class Ear:
    """A socket that somebody has opened; to be used in an ``async with``."""

    def __init__(self, code: str, user: User | None, *, as_json: bool = False) -> None:
        self.path = f"/ws/r/{code}/" + "?format=json" * as_json
        self.user = user

    async def __aenter__(self) -> "Ear":
        headers = [ORIGIN]
        if self.user:
            headers.append((b"cookie", await in_database(session_of, self.user)))
        self.line = WebsocketCommunicator(application, self.path, headers)
        accepted, _protocol = await self.line.connect(PATIENCE)
        assert accepted
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.leave()

    async def leave(self, code: int = 1000) -> None:
        """Close it, and return when the site has done with it."""
        await self.line.disconnect(code, PATIENCE)

    async def text(self) -> str:
        """The next thing that is sent."""
        return await self.line.receive_from(PATIENCE)

    async def frame(self) -> Element:
        """The next frame, beats left out."""
        while True:
            page = parsed(await self.text())
            if not page.find("beat"):
                return page

    async def document(self) -> dict[str, Any]:
        """The next frame of a JSON socket."""
        return json.loads(await self.text())

    async def closed(self) -> int:
        """The code with which it is closed, whatever was sent before."""
        while True:
            message = await self.line.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]

    async def silent(self, seconds: float = 0.2) -> bool:
        """Whether nothing but beats comes for a while."""
        end = asyncio.get_running_loop().time() + seconds
        while (left := end - asyncio.get_running_loop().time()) > 0:
            if self.line.output_queue.empty():
                await asyncio.sleep(min(left, 0.01))
            elif 'id="beat"' not in await self.text():
                return False
        return True


def versions(page: Element) -> tuple[int, int]:
    """The room's version and the game's that a frame shows."""
    shown = page.find("versions")
    assert shown
    return int(shown.attributes["data-room"]), int(shown.attributes["data-game"])


def hand_in(page: Element) -> set[str] | None:
    """The cards of the hand in a frame; None where there is no hand."""
    hand = page.find("hand")
    if hand is None:
        return None
    return {each.attributes["data-card"] for each in hand.walk() if "data-card" in each.attributes}


def moves_in(page: Element) -> list[int]:
    """The numbers of the moves that a frame brings."""
    moves = page.find("moves")
    assert moves
    return [move["number"] for move in json.loads(moves.attributes.get("data-moves") or "[]")]


def tidy(html: str) -> str:
    """HTML without what is drawn anew each time."""
    return re.sub(r'name="(csrfmiddlewaretoken|request_id)" value="[\w-]*"', "", html)
