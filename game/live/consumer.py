"""The base of the socket consumers of rooms and replays: how a socket opens, sends and ends."""

import asyncio
import logging
from typing import Any

from channels.auth import get_user
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.models import User
from game.live.connections import TRY_AGAIN, Connection

logger = logging.getLogger(__name__)


class SocketConsumer(AsyncWebsocketConsumer):
    """Accepts every socket first, and closes a refused one with a code of its own.

    A browser would retry a refused handshake for ever. ``leave`` is called at every end of a
    socket: Channels does not call ``disconnect`` if opening failed, or if the server gave up
    waiting.
    """

    #: No channel of its own, which would be a subscription in Redis: the subscriber serves all.
    channel_layer_alias = ""

    sender: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._end(TRY_AGAIN)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Channels would first close old database connections, in the one thread
        that all consumers share; a consumer queries in other threads.
        """
        await getattr(self, get_handler_name(message))(message)

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
        await self.leave(code)

    async def enter(self) -> int | None:
        """Register the connection; or return the close code of a refusal."""
        raise NotImplementedError

    async def leave(self, code: int) -> None:
        """Release everything; the socket was closed with ``code``. Called more than once."""
        raise NotImplementedError

    def send_from(self, connection: Connection) -> None:
        """From now on send each text that is queued in ``connection``."""
        self.sender = asyncio.create_task(self._send_all(connection))

    async def _send_all(self, connection: Connection) -> None:
        while True:
            queued = await connection.queue.get()
            message: dict[str, Any] = {"type": "websocket.send", "text": queued.text}
            if queued.deflated is not None:
                # Our server sends this, others the text.
                message["deflated"] = queued.deflated
            await self.base_send(message)
            if queued.trace:
                queued.trace.note_sent()


def user_of(scope: dict[str, Any]) -> User | None:
    """The person who is signed in by the session of a socket. Queries the database."""
    # Channels itself offers this only in the one thread that all consumers share.
    user = get_user.func(scope)
    return user if user.is_authenticated else None
