"""What the sockets of rooms and of replays share: how they open, send, and end."""

import asyncio
import logging
from typing import Any

from channels.auth import get_user
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.models import User
from game.live.connections import TRY_AGAIN, Outgoing

logger = logging.getLogger(__name__)


class Listener(AsyncWebsocketConsumer):
    """A socket that is accepted first and closed with a code of its own if it is refused.

    A refused handshake would be tried again for ever. However a socket ends, ``let_go`` is called:
    where it could not be opened, and where the server gave up waiting, ``disconnect`` is not.
    """

    sender: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._end(TRY_AGAIN)

    async def connect(self) -> None:
        await self.accept()
        try:
            refused = await self.enter()
        except Exception:
            logger.exception("A socket could not be opened: %s", self.scope["path"])
            try:
                await self._end(TRY_AGAIN)
            finally:
                await self.close(TRY_AGAIN)
            return
        if refused is not None:
            await self.close(refused)

    async def disconnect(self, code: int) -> None:
        await self._end(code)

    async def _end(self, code: int) -> None:
        if self.sender:
            self.sender.cancel()
        await self.let_go(code)

    async def enter(self) -> int | None:
        """Begin to listen; or the code with which the socket is refused."""
        raise NotImplementedError

    async def let_go(self, code: int) -> None:
        """Leave nothing behind, closed with ``code``. Called more than once."""
        raise NotImplementedError

    def send_from(self, outgoing: Outgoing) -> None:
        """From now on send what is queued there."""
        self.sender = asyncio.create_task(self._send_all(outgoing))

    async def _send_all(self, outgoing: Outgoing) -> None:
        while True:
            await self.send(text_data=await outgoing.queue.get())


def user_of(scope: dict[str, Any]) -> User | None:
    """Whoever is signed in by the session of a socket. Asks the database."""
    user = get_user.func(scope)  # channels offers it only in the thread that all sockets share
    return user if user.is_authenticated else None
