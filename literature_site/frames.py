"""How many frames a socket may send.

Pages of a room send nothing but answers to pings; the leader of a shared replay sends positions, a
few a second. A socket that sends without pause would otherwise keep the event loop, which all
tables of a process share.
"""

import time
from collections.abc import Callable

from accounts.limits import rate

FRAMES_PER_SECOND = 10
#: So many frames may come at once, when a connection that stood still goes on.
BURST = 20

#: Close code: "policy violation".
TOO_MUCH = 1008


class FrameLimit:
    """Counts the frames of one socket, control frames included: a token bucket."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._per_second = rate(FRAMES_PER_SECOND)
        self._burst = rate(BURST)
        self._left = float(self._burst)
        self._at = clock()

    def allows_one(self) -> bool:
        """Count a frame; whether the socket may go on."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - 1
        self._at = now
        return self._left >= 0
