"""The socket of a room: lets people in, and sends what the hub has for them."""

import asyncio
from collections import Counter
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest

from game.outgoing import ELSEWHERE, NO_SESSION, NOTHING_HERE, RESTART
from game.refusals import Refused
from rooms import guesses, tabs
from rooms.hub import Socket, switchboard
from rooms.models import Room

#: The sockets of each page (room, person, name) in this process: two while it loads again.
_pages: Counter[tuple[str, int, str]] = Counter()


class RoomConsumer(AsyncWebsocketConsumer):
    """``/ws/r/CODE/``: HTML fragments, or with ``?format=json`` the ``state.json`` document.

    Accepted first and closed with a code of its own afterwards: a refused handshake would be tried
    again for ever. Nothing that a client sends is read; moves are made by POST.
    """

    socket: Socket | None = None
    sender: asyncio.Task[None] | None = None
    page: tuple[str, int, str] | None = None

    async def connect(self) -> None:
        await self.accept()
        self.code = self.scope["url_route"]["kwargs"]["code"].upper()
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self.close(NO_SESSION)
        elif not await _may_enter(self.scope, self.code, user.id):
            await self.close(NOTHING_HERE)
        else:
            await self._join(user.id)

    async def _join(self, user_id: int) -> None:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        tab = "".join(filter(str.isprintable, query.get("tab", [""])[0]))[:32]
        take = "take" in query
        if tab:
            self.page = self.code, user_id, tab
            _pages[self.page] += 1
            if not await _claim_tab(*self.page, take=take):
                await self.close(ELSEWHERE)
                return
        loop = asyncio.get_running_loop()
        self.socket = Socket(
            user_id=user_id,
            wants_json=query.get("format") == ["json"],
            tab=tab,
            session_key=getattr(self.scope.get("session"), "session_key", None),
            close=lambda close_code: loop.create_task(self.close(close_code)),
        )
        self.sender = asyncio.create_task(self._send_all(self.socket))
        await switchboard().join(self.code, self.socket)

    async def disconnect(self, code: int) -> None:
        if self.sender:
            self.sender.cancel()
        if self.socket:
            await switchboard().leave(self.code, self.socket)
        if self.page:
            _pages[self.page] -= 1
            if _pages[self.page]:
                return
            del _pages[self.page]
            # A page that was sent to another process is there already, under the same name.
            if code != RESTART:
                await _release_tab(*self.page)

    async def receive(self, text_data: Any = None, bytes_data: Any = None, **kwargs: Any) -> None:
        """Say nothing: a socket is for listening."""

    async def _send_all(self, socket: Socket) -> None:
        while True:
            await self.send(text_data=await socket.queue.get())


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any other address: nothing is there, and asking again will not help."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOTHING_HERE)


@database_sync_to_async
def _may_enter(scope: dict[str, Any], code: str, user_id: int) -> bool:
    """Whether there is such a room, for whoever has not guessed too often."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ["127.0.0.1"])[0]
    try:
        guesses.check(request, code, user_id)
    except Refused:
        return False
    if not Room.objects.filter(code=code).exists():
        guesses.missed(request)
        return False
    return True


_claim_tab = database_sync_to_async(tabs.claim)
_release_tab = database_sync_to_async(tabs.release)
