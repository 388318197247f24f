"""A Redis server from Debian's package. It stores nothing on disk, because it has only
notifications, counts and cached results.
"""

import contextlib
import socket
from pathlib import Path

from cluster.process import Process, stored_password


class Redis(Process):
    def __init__(self, folder: Path, port: int) -> None:
        super().__init__("redis", folder)
        self.port = port
        self.password = stored_password(folder / "redis-password")
        self.configuration = folder / "redis.conf"

    @property
    def url(self) -> str:
        """The value for REDIS_URL."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        nothing_kept = ["--save", "", "--appendonly", "no"]
        # The password is in a file, because all users of the machine can see the arguments of a
        # command.
        self.configuration.touch(mode=0o600)
        self.configuration.write_text(f"requirepass {self.password}\n")
        place = ["--port", str(self.port), "--bind", "127.0.0.1"]
        return ["redis-server", str(self.configuration), *place, *nothing_kept]

    def is_well(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            line.sendall(b"PING\r\n")
            # The server is ready: it answers, and asks for the password.
            return line.recv(16).startswith(b"-NOAUTH")
        return False
