"""Extends Daphne's server and its sockets.

Importing Daphne makes its event loop, so import this module only in a server.
"""

import asyncio
import contextlib
import logging
import random
import signal
from typing import Any

from daphne.http_protocol import WebRequest
from daphne.server import Server, reactor, twisted_loop
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.error import ReactorNotRunning
from twisted.internet.protocol import connectionDone

from accounts import metrics
from accounts.rate_limits import cap
from game.live.consumer import RESTART
from game.live.deflate import deflated
from literature_site import health, slow_connections
from literature_site.body_limit import LARGEST_MESSAGE
from literature_site.frame_limit import TOO_MUCH, FrameLimit

logger = logging.getLogger(__name__)

LONGEST_LEAVE_SECONDS = 8

# Sockets are closed one after another. If all pages reconnected at the same moment, other requests
# would have to wait.
SOCKETS_A_SECOND = 200
LONGEST_SENDING_SECONDS = 4

# At most this many bytes may wait to be sent to a socket. If more wait, the reader is too slow, and
# its connection is closed.
MOST_UNSENT = 256 * 1024

# A socket that has sent too much gets this time to read the close code.
CLOSE_CODE_SECONDS = 3

# The server pauses before and after it waits for requests: before, because the newest requests are
# not in its list yet; after, because the last responses are still being sent.
SETTLE_SECONDS = 0.1
LOOK_SECONDS = 0.02


class SiteSocket(WebSocketProtocol):
    """A socket that closes if the page sends too much. It accepts any close code (autobahn accepts
    only the codes for clients).
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.frames = FrameLimit()
        self.counted = False

    def onOpen(self) -> None:
        metrics.SOCKETS.inc()
        self.counted = True
        super().onOpen()

    def connectionLost(self, reason: Any = connectionDone) -> None:
        slow_connections.leave(self.transport)
        if self.counted:
            metrics.SOCKETS.dec()
        super().connectionLost(reason)

    def onFrameBegin(self) -> None:
        # Count the frame before its payload is read and before it is queued.
        metrics.FRAMES_IN.inc()
        if self.frames.allows_one():
            super().onFrameBegin()
            return
        metrics.FLOODS.inc()
        self.sendCloseFrame(code=TOO_MUCH, isReply=False)
        self.dropConnection()  # Stop reading; close the connection after the close code is sent.
        reactor.callLater(CLOSE_CODE_SECONDS, self.transport.abortConnection)

    def write(self, text: str) -> None:
        """Send a text at once."""
        self.serverSend(text)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        payload = content if isinstance(content, bytes) else content.encode()
        if deflate := self._perMessageCompress:
            payload = deflated(payload, deflate.server_max_window_bits)
        self.send(payload, binary, is_deflated=bool(deflate))

    def send(self, payload: bytes, binary: bool = False, *, is_deflated: bool) -> None:
        """Send a message. Autobahn's own method refuses messages that are longer than the limit for
        received messages.
        """
        if self.state != self.STATE_OPEN:
            return
        metrics.FRAMES_OUT.inc()
        self.sendFrame(opcode=2 if binary else 1, payload=payload, rsv=4 if is_deflated else 0)
        if unsent(self.transport) > MOST_UNSENT:
            self.transport.abortConnection()

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Give the data to the operating system at once, because Twisted would send it only in the
        next round of its event loop. Twisted gets the rest, or all if earlier data still waits.
        """
        taken = 0
        if self.transport.connected and not unsent(self.transport):
            taken = self.transport.writeSomeData(data)
        if not isinstance(taken, int):
            taken = 0  # The connection is lost. Twisted notices this when it writes.
        if taken < len(data):
            self.transport.write(data[taken:])

    def serverClose(self, code: int | None = None) -> None:
        self.sendCloseFrame(code=code or 1000, isReply=False)


class SiteServer(Server):
    """On SIGTERM or SIGINT this server closes its sockets, answers the open requests, and ends."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, signal_handlers=False, **options)
        self.ports: list[Any] = []
        self.leaving: asyncio.Task[None] | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.leave)

    def prepare_sockets(self, factory: WebSocketFactory) -> None:
        """Set the class and the compression of sockets. Call this after Daphne has made the
        factory, for example in ``ready_callable``.
        """
        factory.protocol = SiteSocket
        compress(factory)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Add ``write`` to the scope of a socket. It sends a text without an ASGI message."""
        if isinstance(protocol, SiteSocket):
            scope["write"] = protocol.write
        return super().create_application(protocol, scope)

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)

    def leave(self) -> None:
        """Begin the shutdown. After a second call, do not wait for sockets and requests."""
        if self.leaving:
            self._go()
        else:
            self.leaving = twisted_loop.create_task(self._leave())

    async def _leave(self) -> None:
        health.leaving.set()
        await asyncio.sleep(settings.DRAIN_SECONDS)
        try:
            async with asyncio.timeout(LONGEST_LEAVE_SECONDS):
                for port in self.ports:
                    await port.stopListening().asFuture(twisted_loop)
                await self._close_sockets()
                while self._open(WebRequest, WebSocketProtocol):
                    await asyncio.sleep(LOOK_SECONDS)
                await asyncio.sleep(SETTLE_SECONDS)
        except TimeoutError:
            logger.warning("Stopped before all requests were answered")
        except Exception:
            logger.exception("Could not stop in the usual way")
        self._go()

    def _go(self) -> None:
        with contextlib.suppress(ReactorNotRunning):  # The reactor may already be stopping.
            reactor.stop()

    async def _close_sockets(self) -> None:
        """Close all sockets one after another, including sockets that are opened meanwhile."""
        await asyncio.sleep(SETTLE_SECONDS)
        while sockets := [each for each in self._open(WebSocketProtocol) if is_open(each)]:
            pause = min(1 / SOCKETS_A_SECOND, LONGEST_SENDING_SECONDS / len(sockets))
            random.shuffle(sockets)
            for socket in sockets:
                socket.serverClose(RESTART)
                await asyncio.sleep(pause)

    def _open(self, *kinds: type) -> list[Any]:
        """Return the open requests or sockets of these classes."""
        return [
            protocol
            for protocol, details in self.connections.items()
            if isinstance(protocol, kinds) and not details.get("disconnected")
        ]


def is_open(socket: WebSocketProtocol) -> bool:
    return socket.state == socket.STATE_OPEN


def unsent(transport: Any) -> int:
    """Return the number of bytes in a Twisted connection that the system has not yet taken."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


def compress(factory: WebSocketFactory) -> None:
    """Compress socket frames, because Daphne does not. HTML becomes four times smaller. Each frame
    is compressed independently of earlier frames; otherwise each socket would need memory for them.
    """
    from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

    def accept(offers: list) -> PerMessageDeflateOfferAccept | None:
        for offer in offers:
            if isinstance(offer, PerMessageDeflateOffer):
                return PerMessageDeflateOfferAccept(
                    offer, no_context_takeover=True, max_message_size=cap(LARGEST_MESSAGE)
                )
        return None

    factory.setProtocolOptions(perMessageCompressionAccept=accept)
