"""TCP ports of this machine."""

import socket
import time


def free_port() -> int:
    """A port that nothing listened at a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening(port: int) -> bool:
    """Whether something listens at `port` now."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for_port(port: int, seconds: float = 20) -> None:
    """Return when something listens at `port`; TimeoutError if nothing does in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if listening(port):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")
