"""Refuses requests larger than a megabyte, and long messages from sockets. Removes headers that
only Daphne would read.

Daphne reads a whole body before it calls the application. Import this module only in a server,
because it makes Daphne's event loop. A proxy in front has the same limit for requests.
"""

import json

from autobahn.websocket.protocol import WebSocketServerFactory
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import reactor
from django.utils.translation import gettext as _

from accounts.rate_limits import cap

#: The largest uploads are records of games. One record has at most half of this size.
LARGEST = 1024 * 1024
#: Rooms and replays accept only short messages from sockets.
LARGEST_MESSAGE = 2048
#: After a refusal, read and ignore the rest of the body for this time. If the connection were
#: closed at once, the sender would not get the response.
LINGER_SECONDS = 10

#: The site needs neither of these headers, and Daphne fails if they are not ASCII. It would also
#: put the first before all URLs, whoever sends it.
UNUSED = (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol")


def limit_requests(http_factory: HTTPFactory, ws_factory: WebSocketServerFactory) -> None:
    """Make a server refuse requests and socket messages that are too large."""
    build = http_factory.buildProtocol

    def limited(address):
        protocol = build(address)
        protocol.requestFactory = LimitedRequest
        return protocol

    http_factory.buildProtocol = limited
    # Limit messages and not only frames: a message may come in any number of frames, and the server
    # would keep them all until the last one. (`SiteSocket` sends longer messages.)
    ws_factory.setProtocolOptions(maxMessagePayloadSize=cap(LARGEST_MESSAGE))


class LimitedRequest(WebRequest):
    """A request that gets the answer 413 as soon as its body exceeds the limit.

    Twisted does not read the form in the body. Django reads it, with limits, and in a thread.
    Twisted would read it in the event loop: a megabyte can take fifteen seconds there.
    """

    refused = False
    received = 0
    closing = None

    def __init__(self, *args, **options):
        super().__init__(*args, parsePOSTFormSubmission=False, **options)

    def gotLength(self, length):
        if length is not None and length > LARGEST:
            self.refuse()
        super().gotLength(0 if self.refused else length)

    def handleContentChunk(self, data):
        self.received += len(data)
        if self.received > LARGEST and not self.refused:
            self.content.truncate(0)
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Answer 413 while the rest of the body is still arriving."""
        self.refused = True
        self.channel.write(self.answer())
        self.closing = reactor.callLater(LINGER_SECONDS, self.channel.forceAbortClient)

    def answer(self) -> bytes:
        message = _("This request is too large. Send at most one megabyte.")
        body, kind = message, "text/plain; charset=utf-8"
        if b"application/json" in (self.getHeader(b"accept") or b""):
            body = json.dumps({"code": "too_large", "message": message})
            kind = "application/json"
        data = body.encode()
        head = (
            "HTTP/1.1 413 Content Too Large\r\n"
            f"Content-Type: {kind}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + data

    def process(self):
        """Process the request. If it was refused, only close its connection."""
        for name in UNUSED:
            self.requestHeaders.removeHeader(name)
        if not self.refused:
            return super().process()
        self.channel.loseConnection()
        return None

    def connectionLost(self, reason):
        if self.closing and self.closing.active():
            self.closing.cancel()
        super().connectionLost(reason)
