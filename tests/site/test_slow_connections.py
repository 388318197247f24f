"""Requests that never end, and addresses with too many connections."""

import socket
from contextlib import ExitStack, closing

import pytest
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.task import Clock
from twisted.web.http import HTTPFactory

from literature_site import slow_connections
from literature_site.slow_connections import DeadlineChannel
from tests.live import Program, live_site
from tests.waiting import PATIENCE, wait_until

HEADERS = b"POST /guest/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"


class Transport:
    """A connection in memory.

    (Twisted's own class imports Twisted's test runner. Then pytest looks up the version of Twisted
    at each test, which takes a millisecond.)
    """

    disconnecting = disconnected = False

    def __init__(self, address):
        self.address = address

    def write(self, data):
        pass

    def loseConnection(self):
        self.disconnecting = True

    def abortConnection(self):
        self.disconnecting = self.disconnected = True

    def getPeer(self):
        kind = IPv6Address if ":" in self.address else IPv4Address
        return kind("TCP", self.address, 54321)

    getHost = getPeer

    def registerProducer(self, producer, streaming):
        pass

    def unregisterProducer(self):
        pass


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def connect(clock):
    factory = HTTPFactory(reactor=clock)
    factory.protocol = DeadlineChannel
    opened = []

    def connect(address="192.168.1.1"):
        protocol = factory.buildProtocol(None)
        transport = Transport(address)
        protocol.makeConnection(transport)
        opened.append(protocol)
        return protocol, transport

    yield connect
    for protocol in opened:
        protocol.connectionLost(None)


def drip(clock, protocol, transport, data, seconds):
    """Send a byte every 15 s. Return the number of seconds until the connection was dropped, or
    None.
    """
    for number in range(seconds // 15):
        if transport.disconnecting or transport.disconnected:
            return number * 15
        protocol.dataReceived(data[number : number + 1] or b"x")
        clock.advance(15)
    return None


def test_slow_headers_are_dropped(clock, connect):
    assert drip(clock, *connect(), b"GET /rules/ HTTP/1.1\r\nX-Long: ", 600) == 30


def test_a_slow_body_is_dropped(clock, connect):
    protocol, transport = connect()
    protocol.dataReceived(HEADERS)
    assert drip(clock, protocol, transport, b"", 600) == 60


def test_a_silent_connection_is_dropped(clock, connect):
    _, transport = connect()
    clock.advance(21)
    assert transport.disconnected


def test_a_complete_request_has_no_deadline(clock, connect):
    protocol, transport = connect()
    protocol.dataReceived(HEADERS + b"x" * 100)
    clock.advance(600)
    assert not transport.disconnecting
    assert not transport.disconnected


@pytest.mark.parametrize(
    "addresses",
    [
        ["192.168.1.1"] * 3,
        ["::ffff:192.168.1.1", "192.168.1.1", "::ffff:192.168.1.1"],
        ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::4"],
    ],
)
def test_connections_of_an_address_are_limited(connect, monkeypatch, addresses):
    monkeypatch.setattr(slow_connections, "CONNECTIONS_PER_ADDRESS", 2)
    assert not connect("::ffff:192.168.1.9")[1].disconnected
    opened = [connect(address) for address in addresses]
    assert [each.disconnected for _, each in opened] == [False, False, True]
    opened[0][0].connectionLost(None)
    assert not connect(addresses[0])[1].disconnected


@pytest.mark.slow
def test_slow_connections_keep_nobody_out(tmp_path):
    factor = 10 / slow_connections.CONNECTIONS_PER_ADDRESS
    with live_site(tmp_path, CAP_FACTOR=str(factor)) as site, ExitStack() as lines:
        crowd = [line for _ in range(50) if (line := slow_line(site.port, lines))]
        wait_until("ten are left", lambda: sum(not is_dropped(line) for line in crowd) == 10, 30)
        assert Program(site, "Asha").get("/").status_code == 200
        # A socket counts only while it is open.
        zoe = Program(site, "Zoe")
        code = zoe.open_room("classic")
        for _ in range(30):
            with zoe.listen(code) as line:
                assert line.recv(timeout=PATIENCE)
        assert site.complaints() == []


def slow_line(port, lines):
    """Connect as the attacker. Return None if the server drops the connection at once."""
    try:
        line = socket.create_connection(("127.0.0.1", port), 30, ("127.0.0.2", 0))
    except ConnectionResetError:
        return None
    return lines.enter_context(closing(line))


def is_dropped(line):
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
