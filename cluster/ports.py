"""TCP ports of this machine."""

import random
import socket

#: These ports are below the ports that the system gives to programs.
FIRST, LAST = 20_000, 32_000

# The ports that are reserved while this process runs, because their servers may start later or
# restart. A UDP socket reserves each port: no server here uses UDP, and other processes that call
# ``free_port`` see that the port is taken.
_claims: list[socket.socket] = []


def free_port() -> int:
    """Return a free port. While this process runs, no other call returns the same port."""
    while True:
        port = random.randrange(FIRST, LAST)
        claim = socket.socket(type=socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
        else:
            _claims.append(claim)
            return port


def listening(port: int) -> bool:
    """Return whether a process listens at `port` now."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
