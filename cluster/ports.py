"""TCP ports of this machine."""

import random
import socket
import time

#: These ports are below the range from which the system chooses ports by itself.
FIRST, LAST = 20_000, 32_000

# The ports that are reserved while this process runs: their servers may start later or restart.
# Each is held by a UDP socket, because nothing here uses UDP, and other processes notice that the
# port is taken.
_claims: list[socket.socket] = []


def free_port() -> int:
    """A free port. Other calls do not return it while this process runs."""
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
    """Whether a process listens at `port` now."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for_port(port: int, seconds: float = 20) -> None:
    """Return when a process listens at `port`. TimeoutError if this takes too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if listening(port):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")
