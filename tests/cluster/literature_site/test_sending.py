"""Texts to a socket. They may have any length, and a slow reader is disconnected."""

from types import SimpleNamespace

import pytest
from twisted.internet.abstract import FileDescriptor

from tests.cluster.kit.deaf import deaf_sockets
from tests.cluster.kit.site_process import Program, live_site
from tests.waiting import PATIENCE


def server():
    """Import the server late, because importing Daphne makes an event loop."""
    from literature_site import server

    return server


class StoppedReader(FileDescriptor):
    """A Twisted connection whose reader does not read any more."""

    connected = True
    aborted = False

    def writeSomeData(self, data):
        return 0

    def startWriting(self):
        pass

    def abortConnection(self):
        self.aborted = True


def test_a_stopped_reader_is_disconnected():
    site_socket, transport = server().SiteSocket(), StoppedReader()
    site_socket.transport = transport
    site_socket.server = SimpleNamespace(log_action=lambda *_args: None)
    site_socket.client_addr, site_socket.request = None, SimpleNamespace(path="/")
    transport.registerProducer(object(), streaming=True)  # The HTTP channel.
    site_socket.onOpen()
    for _ in range(256):
        transport.write(b"x" * 1024)
    assert not transport.aborted
    transport.write(b"x")
    assert transport.aborted


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


@pytest.mark.slow
def test_sent_messages_may_be_longer_than_received_ones(capped_site):
    zoe = Program(capped_site, "Zoe")
    code = zoe.post("/play/").json()["code"]
    with zoe.listen(code) as line:
        assert len(line.recv(timeout=PATIENCE)) > 4096
    assert capped_site.complaints() == []
