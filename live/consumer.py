"""An open socket of a room or a replay: its connection, its messages, its close codes, and the base
class of its consumer.
"""

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from live.subscriber import Notification

logger = logging.getLogger(__name__)

# Close codes. Pages reconnect after the first two ("service restart" and "try again later"). They
# do not reconnect after the others.
RESTART = 1012
TRY_AGAIN = 1013
NO_SESSION = 4401
NO_RIGHT = 4403
NOTHING_HERE = 4404
ELSEWHERE = 4409

#: If one person has more sockets at one place, there is a mistake or an attack.
MOST_SOCKETS = 12


@dataclass(eq=False, kw_only=True)
class Connection:
    """An open socket of a person. ``send`` gives a message to the server, and ``close`` closes the
    socket with a code.
    """

    user_id: int
    send: Callable[[dict[str, str]], Awaitable[None]]
    close: Callable[[int], None]
    session_key: str | None = None
    closing: bool = False

    async def put(self, text: str) -> None:
        """Send a text, unless the connection is being closed. Daphne takes it at once: its socket
        drops the connection of a slow reader (``SiteSocket``).
        """
        if not self.closing:
            try:
                await self.send({"type": "websocket.send", "text": text})
            except Exception as error:  # Usually the socket has closed.
                logger.debug("A message could not be sent: %r", error)

    def receive(self, notification: Notification) -> None:
        """Close this connection if the notification is about its person. A page reconnects if it
        still may.
        """
        if notification["person"] == self.user_id:
            self.end(RESTART)

    def end(self, code: int) -> None:
        """Close the socket, unless it was closed before."""
        if not self.closing:
            self.closing = True
            self.close(code)


def close_if_too_many(connections: Iterable[Connection], user_id: int) -> None:
    """Before a person's next connection to a place, close the others if they are too many."""
    own = [each for each in connections if each.user_id == user_id]
    if len(own) >= MOST_SOCKETS:
        for each in own:
            each.end(ELSEWHERE)


class SocketConsumer(AsyncWebsocketConsumer, ABC):
    """Accepts every socket first. A refused socket is then closed with a code that tells the
    reason.

    If the handshake were refused, the page could not see the reason and would retry for ever.
    ``leave`` runs whenever a socket ends, because Channels does not call ``disconnect`` if opening
    failed, or if the server stopped waiting for the consumer to end.
    """

    #: This consumer uses no channel layer, because a channel would be a Redis subscription for each
    #: socket. One ``Subscriber`` serves all sockets.
    channel_layer_alias = ""

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave(TRY_AGAIN)

    async def dispatch(self, message: dict[str, object]) -> None:
        """Handle a message.

        Channels would first close old database connections, in the one thread that all consumers
        share. These consumers use other threads for queries.
        """
        await getattr(self, str(message["type"]).replace(".", "_"))(message)

    async def connect(self) -> None:
        await self.accept()
        try:
            refused = await self.enter()
        except Exception:
            logger.exception("A socket could not be opened: %s", self.scope["path"])
            try:
                await self.leave(TRY_AGAIN)
            finally:
                await self.close(TRY_AGAIN)
            return
        if refused is not None:
            await self.close(refused)

    async def disconnect(self, code: int) -> None:
        await self.leave(code)

    @abstractmethod
    async def enter(self) -> int | None:
        """Register the connection.

        Return the close code of a refusal; None if the socket may stay open.
        """

    @abstractmethod
    async def leave(self, code: int) -> None:
        """Release everything that belongs to the socket. ``code`` is its close code.

        ``leave`` may be called more than once.
        """

    def query(self, name: str) -> str:
        """The first value of this name in the query of the address, or an empty string."""
        values = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        return values.get(name, [""])[0]

    def connection_fields(self, user: User) -> dict[str, Any]:
        """The fields of ``Connection`` for this socket."""
        loop = asyncio.get_running_loop()
        return {
            "user_id": user.pk,
            "session_key": getattr(self.scope.get("session"), "session_key", None),
            "send": self.base_send,
            "close": lambda code: loop.create_task(self.close(code)),
        }


def user_of(scope: Mapping[str, Any]) -> User | None:
    """The person who is signed in on a socket, or None. This queries the database."""
    # Channels' function would run in the one thread that all consumers share.
    request = HttpRequest()
    request.session = scope["session"]
    user = get_user(request)
    return user if user.is_authenticated else None


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """A request from the address of a socket, for rate limits."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ["127.0.0.1"])[0]
    return request


def cleaned_tab_id(name: str) -> str:
    """Remove unprintable characters from the id of a tab, and shorten it."""
    return "".join(filter(str.isprintable, name))[:32]


def parsed(text: object, longest: int) -> dict[str, object] | None:
    """The JSON object in a message. Return None for any other message, and if it is too long."""
    if not isinstance(text, str) or len(text) > longest:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def valid_sessions(keys: Collection[str]) -> set[str]:
    """Those of the sessions that have neither ended nor expired."""
    here = Session.objects.filter(session_key__among=keys, expire_date__gt=timezone.now())
    return set(here.values_list("session_key", flat=True))
