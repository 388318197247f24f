"""Texts to a socket. They may have any length, are compressed if the client agrees, and a slow
reader is disconnected.
"""

import zlib
from types import SimpleNamespace

import pytest

from tests.live import Program, live_site
from tests.outages.deaf import deaf_sockets
from tests.waiting import PATIENCE


def server():
    """Import the server late, because importing Daphne makes an event loop."""
    from literature_site import server

    return server


class Transport:
    """A Twisted connection whose reader does not read any more."""

    def __init__(self):
        self.dataBuffer, self.offset, self._tempDataLen, self.aborted = b"", 0, 0, False

    def abortConnection(self):
        self.aborted = True


@pytest.fixture
def socket(monkeypatch):
    site_socket = server().SiteSocket()
    site_socket.state = site_socket.STATE_OPEN
    site_socket.transport = Transport()
    site_socket._perMessageCompress = None
    site_socket.sent = []

    def send_frame(**frame):
        site_socket.sent.append(frame)
        site_socket.transport._tempDataLen += len(frame["payload"])

    monkeypatch.setattr(site_socket, "sendFrame", send_frame)
    return site_socket


def test_a_message_is_compressed_as_agreed(socket):
    socket._perMessageCompress = SimpleNamespace(server_max_window_bits=9)
    socket.serverSend("Asha asks Ben. " * 300)
    (frame,) = socket.sent
    assert (frame["opcode"], frame["rsv"]) == (1, 4)
    assert len(frame["payload"]) < 300
    text = zlib.decompressobj(-9).decompress(frame["payload"] + b"\0\0\xff\xff")
    assert text.decode() == "Asha asks Ben. " * 300


def test_without_agreement_a_message_is_not_compressed(socket):
    socket.serverSend("hello")
    assert socket.sent == [{"opcode": 1, "payload": b"hello", "rsv": 0}]


def test_a_stopped_reader_is_disconnected(socket):
    for _ in range(256):
        socket.serverSend("x" * 1024)
    assert not socket.transport.aborted
    socket.serverSend("x")
    assert socket.transport.aborted


@pytest.mark.soak
def test_a_stopped_reader_of_a_real_server_is_disconnected(tmp_path):
    """The operating system first buffers some megabytes."""
    with live_site(tmp_path) as site:
        zoe = Program(site, "Zoe")
        code = zoe.post("/play/").json()["code"]
        with deaf_sockets(site, [zoe], [code]) as (deaf,):
            for number in range(3000):
                zoe.done(f"/r/{code}/react/", reaction=("tea", "wow")[number % 2])
                if deaf.was_aborted():
                    break
            assert deaf.was_aborted()
        assert site.complaints() == []


def test_nothing_is_sent_after_the_close(socket):
    socket.state = socket.STATE_CLOSING
    socket.serverSend("hello")
    assert socket.sent == []


@pytest.mark.slow
def test_sent_messages_may_be_longer_than_received_ones(capped_site):
    zoe = Program(capped_site, "Zoe")
    code = zoe.post("/play/").json()["code"]
    with zoe.listen(code) as line:
        assert len(line.recv(timeout=PATIENCE)) > 4096
    assert capped_site.complaints() == []
