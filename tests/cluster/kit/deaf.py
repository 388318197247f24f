"""Clients that neither read their sockets nor answer pings."""

import base64
import contextlib
import os
import select
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.cluster.kit.site_process import Program


class DeafSocket:
    """An open socket of a room, whose client has stopped reading."""

    def __init__(self, site: Any, person: Program, code: str) -> None:
        self.line = socket.socket()
        # With a small buffer, the server can soon send no more.
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.connect(("127.0.0.1", site.port))
        cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /ws/r/{code}/ HTTP/1.1",
            f"Host: 127.0.0.1:{site.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {site.url}",
            f"Cookie: {cookies}",
        ]
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        assert self.line.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 101"

    def was_aborted(self) -> bool:
        """Return whether the server has aborted the connection. This reads nothing."""
        errors = select.poll()
        errors.register(self.line, select.POLLERR)
        return bool(errors.poll(0))

    def was_given_up(self) -> bool:
        """Read everything that the server sent. Return whether it has closed the connection."""
        self.line.settimeout(5)
        with contextlib.suppress(ConnectionResetError):
            try:
                while self.line.recv(65536):
                    pass
            except TimeoutError:
                return False
        return True


@contextmanager
def deaf_sockets(
    site: Any, people: Sequence[Program], codes: Sequence[str]
) -> Iterator[list[DeafSocket]]:
    """Open a socket for each person, in the room with the same index."""
    with ExitStack() as stack:
        sockets = [DeafSocket(site, *each) for each in zip(people, codes, strict=False)]
        for each in sockets:
            stack.enter_context(each.line)
        yield sockets
