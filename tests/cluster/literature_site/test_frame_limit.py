"""A socket that sends too often, or sends too long messages, is closed."""

import socket
import struct
import time

import pytest
from websockets.exceptions import ConnectionClosed

from accounts.rate_limits import Bucket
from tests.cluster.kit.site_process import Program
from tests.waiting import PATIENCE

PER_SECOND, BURST = 10, 20
TOO_MUCH = 1008


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(settings):
    settings.RATE_LIMIT_FACTOR = 1
    return Clock()


def test_a_burst_is_limited(clock):
    limit = Bucket(PER_SECOND, BURST, clock)
    assert all(limit.allows_one() for _ in range(BURST))
    assert not limit.allows_one()


def test_a_steady_rate_is_allowed(clock):
    limit = Bucket(PER_SECOND, BURST, clock)
    for _ in range(1000):
        clock.now += 1 / PER_SECOND
        assert limit.allows_one()


def test_a_higher_rate_is_refused(clock):
    limit = Bucket(PER_SECOND, BURST, clock)
    allowed = 0
    while limit.allows_one():
        allowed += 1
        clock.now += 0.5 / PER_SECOND
    assert allowed <= 2 * BURST


def test_the_environment_raises_the_limit(clock, settings):
    settings.RATE_LIMIT_FACTOR = 10
    limit = Bucket(PER_SECOND, BURST, clock)
    assert all(limit.allows_one() for _ in range(10 * BURST))


@pytest.mark.slow
def test_a_flood_of_tiny_frames_closes_the_socket(capped_site):
    zoe = Program(capped_site, "Zoe")
    with zoe.listen(zoe.open_room("classic")) as line:
        assert line.recv(timeout=PATIENCE)
        flood(line.socket)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(timeout=PATIENCE)
    assert closed.value.rcvd is None or closed.value.rcvd.code == TOO_MUCH
    # The site still answers requests, and the log has no error.
    assert zoe.get("/").status_code == 200
    assert capped_site.complaints() == []


@pytest.mark.slow
def test_a_long_compressed_message_is_refused(capped_site):
    zoe = Program(capped_site, "Zoe")
    with zoe.listen(zoe.open_room("classic")) as line:
        assert len(line.recv(timeout=PATIENCE)) > 2048, "what the site sends may be longer"
        # When compressed, the message is within the limit for a frame.
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(timeout=PATIENCE)


@pytest.mark.slow
def test_a_long_message_in_many_frames_is_refused(capped_site):
    zoe = Program(capped_site, "Zoe")
    with zoe.listen(zoe.open_room("classic")) as line:
        assert line.recv(timeout=PATIENCE)
        # Two frames of a message that does not end. Each is within the limit for a frame.
        masked = struct.pack("!BBHI", 0x01, 0xFE, 1500, 0) + b"x" * 1500
        line.socket.sendall(masked + b"\x00" + masked[1:])
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(timeout=PATIENCE)


def flood(line: socket.socket) -> None:
    """Send masked frames of one byte until the server closes the socket, but not forever."""
    frame = b"\x81\x81" + struct.pack("!I", 0) + b"x"
    end = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < end:
            line.sendall(frame * 1000)
    except OSError:
        return
    pytest.fail("the socket took everything")
