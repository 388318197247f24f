"""A Redis server from Debian's package, which stores nothing on disk: it has notifications and
counts.
"""

import contextlib
import socket
from pathlib import Path

from cluster.process import Process


class Redis(Process):
    def __init__(self, folder: Path, port: int) -> None:
        super().__init__("redis", folder)
        self.port = port

    @property
    def url(self) -> str:
        """As in REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        nothing_kept = ["--save", "", "--appendonly", "no"]
        return ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", *nothing_kept]

    def is_well(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False
