"""Limits the frames that a socket may send.

Pages of a room send moves and answers to pings; the leader of a shared replay sends a few positions
a second. A socket that sends without pause would block the event loop, which all tables of a
process share.
"""

import time
from collections.abc import Callable

from accounts.limits import Bucket

FRAMES_PER_SECOND = 10
#: The number of frames that may come at once, for example after a stalled connection recovers.
BURST = 20

#: Close code: "policy violation".
TOO_MUCH = 1008


class FrameLimit(Bucket):
    """Counts the frames of one socket, including control frames."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(FRAMES_PER_SECOND, BURST, clock)
