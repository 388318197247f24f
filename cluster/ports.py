"""TCP ports of this machine."""

import random
import socket
import time

#: Below the ports that the system gives out itself.
FIRST, LAST = 20_000, 32_000

# Reserved ports, while this process runs: their servers may start later or restart. UDP sockets
# hold them, because nothing here uses UDP, and other processes can see them.
_claims: list[socket.socket] = []


def free_port() -> int:
    """A free port, which this function gives to no other process meanwhile."""
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
    """Return when a process listens at `port`; TimeoutError if none does in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if listening(port):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")
