"""Limits the number and the length of what a socket may send.

A room's page sends moves and answers to pings; the leader of a shared replay sends a few positions
per second. A socket that sends all the time would block the event loop, which all tables of a
process share.
"""

import time
from collections.abc import Callable

from accounts.rate_limits import Bucket

FRAMES_PER_SECOND = 10
#: This number of frames may come at once, for example after a connection was interrupted for a
#: moment.
BURST = 20

#: Rooms and replays accept only short messages from sockets.
LARGEST_MESSAGE = 2048

#: The close codes that mean "policy violation" and "message too big".
TOO_MUCH = 1008
TOO_LONG = 1009


class FrameLimit(Bucket):
    """Counts the frames of one socket, including control frames."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(FRAMES_PER_SECOND, BURST, clock)
