"""A Redis server from Debian's package. It stores nothing on disk: it has only notifications and
counts.
"""

import contextlib
import socket
from pathlib import Path

from cluster.passwords import stored_password
from cluster.process import Process


class Redis(Process):
    def __init__(self, folder: Path, port: int) -> None:
        super().__init__("redis", folder)
        self.port = port
        self.password = stored_password(folder / "redis-password")
        self.configuration = folder / "redis.conf"

    @property
    def url(self) -> str:
        """The address for REDIS_URL."""
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        """The address for REDIS_URL, through a relay on another port."""
        return f"redis://:{self.password}@127.0.0.1:{port}/0"

    def command(self) -> list[str]:
        nothing_kept = ["--save", "", "--appendonly", "no"]
        # The password is in a file, because all users of the machine can see a command's arguments.
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
            # The server answers and asks for the password.
            return line.recv(16).startswith(b"-NOAUTH")
        return False
