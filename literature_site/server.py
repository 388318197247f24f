"""Extends Daphne's server and its sockets. Strangers reach it only through the proxy.

Importing Daphne makes its event loop, so import this module only in a server.
"""

import asyncio
import contextlib
import logging
import random
import signal
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server, reactor, twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet.error import ReactorNotRunning
from twisted.internet.protocol import connectionDone

from accounts import metrics
from accounts.rate_limits import Bucket, cap
from literature_site import health
from live.consumer import RESTART

logger = logging.getLogger(__name__)

LONGEST_LEAVE_SECONDS = 8

# Sockets are closed one after another. If all pages reconnected at the same moment, other requests
# would have to wait.
SOCKETS_A_SECOND = 200
LONGEST_SENDING_SECONDS = 4

# At most this many bytes may wait to be sent to a socket. If more wait, the reader is too slow, and
# its connection is closed.
MOST_UNSENT = 256 * 1024

# zlib's sizes for a compressed message. A socket keeps this memory: 50 kB.
WINDOW_BITS = 13
MEMORY_LEVEL = 5

# A room's page sends moves and answers to pings; the leader of a shared replay sends a few
# positions a second. A socket that sends all the time would block the event loop, which all tables
# of a process share. After a short interruption many frames may come at once.
FRAMES_PER_SECOND = 10
FRAMES_AT_ONCE = 20

# Rooms and replays accept only short messages from sockets.
LARGEST_MESSAGE = 2048

# The close codes that mean "policy violation" and "message too big".
TOO_MUCH = 1008
TOO_LONG = 1009

# A socket that has sent too much gets this time to read the close code.
CLOSE_CODE_SECONDS = 3

# The server pauses before and after it waits for requests: before, because the newest requests are
# not in its list yet; after, because the last responses are still being sent.
SETTLE_SECONDS = 0.1
LOOK_SECONDS = 0.02


class SiteSocket(WebSocketProtocol):
    """A socket that closes if the page sends too much, or reads too slowly. It accepts any close
    code (autobahn accepts only the codes for clients).

    It is the producer of what its connection sends: Twisted pauses it when too many bytes wait.
    """

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self.received = 0
        self.counted = False

    def onOpen(self) -> None:
        metrics.SOCKETS.inc()
        self.counted = True
        self.transport.bufferSize = MOST_UNSENT
        self.unregisterProducer()  # Until now the HTTP channel was the producer.
        self.registerProducer(self, True)
        super().onOpen()

    def connectionLost(self, reason: object = connectionDone) -> None:
        if self.counted:
            metrics.SOCKETS.dec()
        super().connectionLost(reason)

    def pauseProducing(self) -> None:
        """Drop the connection of a slow reader. Its page then reconnects."""
        self.transport.abortConnection()

    def resumeProducing(self) -> None:
        """Twisted calls this when all bytes are sent."""

    def stopProducing(self) -> None:
        """Twisted calls this when the connection is lost."""

    def onMessageBegin(self, isBinary: bool) -> None:
        self.received = 0
        super().onMessageBegin(isBinary)

    def onMessageFrameBegin(self, length: int) -> None:
        # Count the frame before its payload is read and before it is queued. (Autobahn's limit for
        # messages would also limit the messages that the site sends.)
        super().onMessageFrameBegin(length)
        self.received += length
        if self.received > cap(LARGEST_MESSAGE):
            self.refuse(TOO_LONG)
        self.count_frame()

    def onPing(self, payload: bytes) -> None:
        super().onPing(payload)
        self.count_frame()

    def onPong(self, payload: bytes) -> None:
        super().onPong(payload)
        self.count_frame()

    def count_frame(self) -> None:
        """Count a frame. If there are too many, close the socket."""
        metrics.FRAMES_IN.inc()
        if not self.frames.allows_one():
            metrics.FLOODS.inc()
            self.refuse(TOO_MUCH)

    def refuse(self, code: int) -> None:
        """Stop reading, and close the connection after the close code is sent."""
        self.serverClose(code)
        self.dropConnection()
        reactor.callLater(CLOSE_CODE_SECONDS, self.transport.abortConnection)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        metrics.FRAMES_OUT.inc()
        super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:
        self.sendCloseFrame(code=code or 1000, isReply=False)


class Request(WebRequest):
    """A request whose form Django reads, with limits, and in a thread. Twisted would read it in the
    event loop: a megabyte can take fifteen seconds there.
    """

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **options)

    def process(self) -> object:
        # The site needs neither of these headers, and Daphne fails if they are not ASCII.
        for name in (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol"):
            self.requestHeaders.removeHeader(name)
        return super().process()


class SiteServer(Server):
    """On SIGTERM or SIGINT this server closes its sockets, answers the open requests, and ends."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, signal_handlers=False, **options)
        self.ports: list[Any] = []
        self.leaving: asyncio.Task[None] | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.leave)

    def prepare(self) -> None:
        """Set the classes of requests and sockets. Call this in ``ready_callable``, after Daphne
        has made the factories.
        """
        use_own_requests(self.http_factory)
        self.ws_factory.protocol = SiteSocket
        self.ws_factory.setProtocolOptions(perMessageCompressionAccept=compress)

    def listen_success(self, port: object) -> None:
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


def use_own_requests(factory: HTTPFactory) -> None:
    build = factory.buildProtocol

    def built(address: object) -> object:
        protocol = build(address)
        protocol.requestFactory = Request
        return protocol

    factory.buildProtocol = built


def compress(offers: list[object]) -> PerMessageDeflateOfferAccept | None:
    """Compress socket messages, because Daphne does not. HTML becomes four times smaller. Each
    message is compressed independently of earlier ones; otherwise each socket would need memory
    for them. Less memory than usual is as good for messages of 10 kB, and takes less time: 0.14 ms
    in place of 0.22 for an update, 0.004 ms in place of 0.08 for a heartbeat.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            return PerMessageDeflateOfferAccept(
                offer,
                no_context_takeover=True,
                window_bits=WINDOW_BITS,
                mem_level=MEMORY_LEVEL,
                max_message_size=cap(LARGEST_MESSAGE),
            )
    return None
