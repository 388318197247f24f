"""Many connections at the same moment. None may be refused."""

import select
import signal
import socket

import pytest

from tests.waiting import PATIENCE

MANY = 300


@pytest.mark.slow
def test_many_connections_wait_until_they_are_accepted(site):
    """While the process is busy, the kernel queues the connections, up to the limit that the
    process has set.
    """
    site.process.send_signal(signal.SIGSTOP)
    crowd = [socket.socket() for _ in range(MANY)]
    try:
        for each in crowd:
            each.setblocking(False)
            each.connect_ex(("127.0.0.1", site.port))
        waiting = set(crowd)
        while waiting:
            _, connected, _ = select.select([], waiting, [], PATIENCE / 10)
            assert connected, f"{len(waiting)} of {MANY} were not taken"
            waiting -= set(connected)
        assert not [each for each in crowd if each.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)]
    finally:
        for each in crowd:
            each.close()
        site.process.send_signal(signal.SIGCONT)
