"""Limits the frames that a socket may send.

Pages of a room send moves and answers to pings; the leader of a shared replay sends a few positions
a second. A socket that sends without pause would block the event loop, which all tables of a
process share.
"""

import time
from collections.abc import Callable

from accounts.limits import rate

FRAMES_PER_SECOND = 10
#: The number of frames that may come at once, when a stalled connection goes on.
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
        """Count a frame. Return whether the socket may go on."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - 1
        self._at = now
        return self._left >= 0
