"""An open socket of a room or a replay, its bounded queue of messages, and the close codes."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game.live.tracing import Trace

QUEUE_SIZE = 16

# Close codes. Pages reconnect after the first two ("service restart" and "try again later"). They
# do not reconnect after the others.
RESTART = 1012
TRY_AGAIN = 1013
NO_SESSION = 4401
NO_RIGHT = 4403
NOTHING_HERE = 4404
ELSEWHERE = 4409


@dataclass(frozen=True, slots=True)
class Text:
    """A message for a socket.

    ``deflated`` is its compressed form, if it exists already. ``trace`` is the trace of the move in
    the message.
    """

    text: str
    deflated: bytes | None = None
    trace: Trace | None = None


@dataclass(eq=False, kw_only=True)
class Connection:
    """An open socket of a person. The function ``close`` closes the socket with a code."""

    user_id: int
    close: Callable[[int], None]
    session_key: str | None = None
    queue: asyncio.Queue[Text] = field(default_factory=lambda: asyncio.Queue(QUEUE_SIZE))
    closing: bool = False

    def put(self, text: Text) -> None:
        """Queue a message. If the queue is full, close the connection; its page then reconnects."""
        if self.closing:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.end(TRY_AGAIN)

    def receive(self, notification: dict[str, Any]) -> None:
        """Close this connection if the notification tells the person's pages to reconnect."""
        if notification.get("reconnect") and notification["person"] == self.user_id:
            self.end(RESTART)

    def end(self, code: int) -> None:
        """Close the socket, unless it was closed before."""
        if not self.closing:
            self.closing = True
            self.close(code)
