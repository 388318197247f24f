"""An open socket of a room or a replay, its messages, and the close codes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.live.tracing import Trace

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
    """An open socket of a person. The function ``close`` closes the socket with a code.

    ``write`` sends a message without waiting, or returns False if the reader is too slow.
    """

    user_id: int
    write: Callable[[Text], bool]
    close: Callable[[int], None]
    session_key: str | None = None
    closing: bool = False

    def put(self, text: Text) -> None:
        """Send a message. If the reader is too slow, close the connection; its page then
        reconnects.
        """
        if not self.closing and not self.write(text):
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
