"""A client for HTTP and sockets that behaves like a browser but costs very little.

It must cost little, because the measured programs run on the same machine. So it decompresses only
the part of an update that it reads.
"""

import asyncio
import base64
import os
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode

#: The versions of the room and of the game are within this number of bytes at the start of an
#: update.
HEAD = 160

_COOKIE = re.compile(rb"(?im)^set-cookie: ([^=]+)=([^;\r]*)")
_LENGTH = re.compile(rb"(?im)^content-length: (\d+)")


@dataclass
class Answer:
    """A response: the status, the raw head, and the raw body."""

    status: int
    head: bytes
    body: bytes


@dataclass
class Visitor:
    """A browser: the address of its server, and its cookies."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def head(self, method: str, path: str, *more: str) -> bytes:
        """Return the request line and the headers of a request."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) literature-load",
            f"Cookie: {'; '.join(f'{name}={value}' for name, value in self.cookies.items())}",
            *more,
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def post(self, path: str, fields: dict[str, object], *more: str) -> bytes:
        """Return the request for a form, as htmx sends it. ``more`` has additional headers."""
        body = urlencode(fields).encode()
        head = self.head(
            "POST",
            path,
            f"Origin: {self.origin}",
            f"Referer: {self.origin}/",
            f"X-CSRFToken: {self.cookies.get('csrftoken', '')}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
            *more,
        )
        return head + body

    def remember(self, answer: Answer) -> None:
        """Store the cookies of a response."""
        for name, value in _COOKIE.findall(answer.head):
            self.cookies[name.decode()] = value.decode()


class Caller(asyncio.Protocol):
    """An HTTP connection that stays open for several requests."""

    def __init__(self) -> None:
        self._buffer = b""
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, empty, body = self._buffer.partition(b"\r\n\r\n")
        if not empty:
            return
        length = _LENGTH.search(head)
        if len(body) < int(length[1]) if length else not body.endswith(b"0\r\n\r\n"):
            return
        self._buffer = b""
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(Answer(int(head[9:12]), head, body))

    async def call(self, visitor: Visitor, request: bytes) -> Answer:
        """Send a request and wait for the response. If the connection was closed, first connect
        again.
        """
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            self._buffer = b""
            await loop.create_connection(lambda: self, visitor.host, visitor.port)
        assert self._transport
        self._waiting = loop.create_future()
        self._transport.write(request)
        answer = await asyncio.wait_for(self._waiting, 30)
        visitor.remember(answer)
        return answer

    def close(self) -> None:
        if self._transport:
            self._transport.close()


#: A function that is called for each message with its first bytes, the time, and the raw bytes.
OnMessage = Callable[[bytes, float, bytes], None]


class Line(asyncio.Protocol):
    """A client socket with permessage-deflate, which all browsers use."""

    def __init__(self, request: bytes, on_message: OnMessage) -> None:
        self._request = request
        self._on_message = on_message
        self._buffer = bytearray()
        self._shaken = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.received = 0

    @classmethod
    async def open(cls, visitor: Visitor, path: str, on_message: OnMessage) -> "Line":
        """Open the socket. Return when it is open."""
        request = visitor.head(
            "GET",
            path,
            f"Origin: {visitor.origin}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        )
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(
            lambda: cls(request, on_message), visitor.host, visitor.port
        )
        await asyncio.wait_for(line.opened, 30)
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self._buffer += data
        self.received += len(data)
        if not self._shaken and not self._shake():
            return
        while self._frame(now):
            pass

    def _shake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._buffer[:end])
        del self._buffer[: end + 4]
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionRefusedError(head.split(b"\r\n")[0].decode()))
            self._transport.close()
            return False
        assert b"permessage-deflate" in head, "the server does not compress"
        self._shaken = True
        self.opened.set_result(None)
        return True

    def _frame(self, now: float) -> bool:
        """If the buffer has a complete frame, handle it. Return whether there was one."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return False
        kind, payload = buffer[0], bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind & 15 == 9:  # A ping.
            self._transport.write(_masked(0x8A, payload))
        elif kind & 15 == 8:
            self._transport.close()
        elif kind & 15 == 1:
            begins = inflated(payload, HEAD) if kind & 0x40 else payload[:HEAD]
            self._on_message(begins, now, payload)
        return True

    def send(self, text: str) -> None:
        """Send a message without compression."""
        self._transport.write(_masked(0x81, text.encode()))

    def close(self) -> None:
        self._transport.close()


def inflated(payload: bytes, most: int = 0) -> bytes:
    """Return the text of a compressed frame. If ``most`` is given, return at most this number of
    bytes.
    """
    return zlib.decompressobj(-15).decompress(payload + b"\0\0\xff\xff", most)


def _masked(first: int, payload: bytes) -> bytes:
    mask = os.urandom(4)
    body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    length = len(payload)
    head = struct.pack("!BB", first, 0x80 | min(length, 126))
    return head + (struct.pack("!H", length) if length > 125 else b"") + mask + body
