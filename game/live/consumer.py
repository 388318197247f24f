"""The base class of the socket consumers of rooms and replays: how a socket opens, sends and
ends.
"""

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
    """Accepts every socket first. A refused socket is then closed with a code that tells the
    reason.

    If the handshake were refused, the page could not see the reason and would retry for ever.
    ``leave`` runs whenever a socket ends, because Channels does not call ``disconnect`` if opening
    failed, or if the server stopped waiting for the consumer to end.
    """

    #: This consumer uses no channel layer, because a channel would be a Redis subscription for each
    #: socket. One ``Subscriber`` serves all sockets.
    channel_layer_alias = ""

    sender: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._end(TRY_AGAIN)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message.

        Channels would first close old database connections, in the one thread that all consumers
        share. These consumers use other threads for queries.
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
        """Register the connection.

        Return the close code of a refusal; None if the socket may stay open.
        """
        raise NotImplementedError

    async def leave(self, code: int) -> None:
        """Release everything that belongs to the socket. ``code`` is its close code.

        ``leave`` may be called more than once.
        """
        raise NotImplementedError

    def send_from(self, connection: Connection) -> None:
        """Start a task that sends each message of the queue of ``connection``."""
        self.sender = asyncio.create_task(self._send_all(connection))

    async def _send_all(self, connection: Connection) -> None:
        while True:
            queued = await connection.queue.get()
            message: dict[str, Any] = {"type": "websocket.send", "text": queued.text}
            if queued.deflated is not None:
                # Only our own server understands a compressed message. Any other server sends the
                # plain text.
                message["deflated"] = queued.deflated
            await self.base_send(message)
            if queued.trace:
                queued.trace.count_sent()


def user_of(scope: dict[str, Any]) -> User | None:
    """The person who is signed in on a socket, or None. This queries the database."""
    # Channels has the same function, but runs it only in the one thread that all consumers share.
    user = get_user.func(scope)
    return user if user.is_authenticated else None
