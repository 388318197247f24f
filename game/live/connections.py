"""What is sent by a socket, whatever it shows: queued, in order, and never waited for."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

QUEUED = 16

# Codes with which a socket is closed: pages come back after the first two, "service restart" and
# "try again later", and stay away after others.
RESTART = 1012
TRY_AGAIN = 1013
NO_SESSION = 4401
NO_RIGHT = 4403
NOTHING_HERE = 4404
ELSEWHERE = 4409


@dataclass(eq=False, kw_only=True)
class Outgoing:
    """One connection: whose it is, how it is closed, and what waits to be sent by it."""

    user_id: int
    close: Callable[[int], None]
    session_key: str | None = None
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(QUEUED))
    closing: bool = False

    def put(self, text: str) -> None:
        """Queue ``text``. One that does not keep up is closed instead; its page comes back."""
        if self.closing:
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.end(TRY_AGAIN)

    def hear(self, ring: dict[str, Any]) -> None:
        """Close it, for its page to open it again, if a ring for a person says so and it is
        theirs."""
        if ring.get("come_back") and ring["person"] == self.user_id:
            self.end(RESTART)

    def end(self, code: int) -> None:
        """Close it, once."""
        if not self.closing:
            self.closing = True
            self.close(code)
