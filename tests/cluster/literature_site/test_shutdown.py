"""A web process that is told to stop: open requests, sockets and new connections."""

import signal
import socket

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.cluster.kit.site_process import Program, live_site, seated
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.cluster

RESTART = 1012
#: This number of requests takes longer than an idle server needs to stop.
LONGER_THAN_IT_SETTLES = 150


def half_a_request(site) -> socket.socket:
    """Open a connection, and send a POST except for its last four bytes."""
    line = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
    line.sendall(
        f"POST /guest/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nContent-Length: 10\r\n"
        "Expect: 100-continue\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=A".encode()
    )
    go_on = b"HTTP/1.1 100 Continue\r\n\r\n"
    assert line.recv(len(go_on), socket.MSG_WAITALL) == go_on
    return line


def tell_to_stop(site) -> None:
    site.process.send_signal(signal.SIGTERM)


def refuses(site) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", site.port)) != 0


def test_sockets_get_the_close_code_for_a_restart(tmp_path):
    with live_site(tmp_path) as site:
        code, (asha, ben) = seated(site, "nine-sets", ["Asha", "Ben"])
        with asha.listen(code) as one, ben.listen(code, as_json=True) as other:
            for line in (one, other):
                line.recv(30)
            tell_to_stop(site)
            for line in (one, other):
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        line.recv(30)
                assert closed.value.rcvd.code == RESTART
        assert site.process.wait(30) == 0
        assert site.complaints() == []


def test_an_open_request_is_answered(tmp_path):
    with live_site(tmp_path) as site, half_a_request(site) as line:
        asha = Program(site, "Asha")
        tell_to_stop(site)
        wait_until("newcomers are refused", lambda: refuses(site))
        # Without the open request the process would stop during these requests.
        for _ in range(LONGER_THAN_IT_SETTLES):
            assert asha.get("/healthz").status_code == 200
        line.sendall(b"&a=b")
        # The request has no token, so it is refused. But it gets a response.
        assert line.recv(12) == b"HTTP/1.1 403"
        assert site.process.wait(30) == 0


def test_a_second_signal_ends_it_at_once(tmp_path):
    with live_site(tmp_path) as site, half_a_request(site):
        tell_to_stop(site)
        wait_until("newcomers are refused", lambda: refuses(site))
        assert site.process.poll() is None
        tell_to_stop(site)
        assert site.process.wait(30) == 0
        assert "Stopped before all requests were answered" not in site.log.read_text()


def test_load_balancers_are_warned(tmp_path):
    with live_site(tmp_path, DRAIN_SECONDS="10") as site:

        def look():
            answer = httpx.get(f"{site.url}/readyz", trust_env=False, timeout=PATIENCE)
            return answer.status_code, answer.json()["server"]

        wait_until("all is well", lambda: look() == (200, "ok"))
        tell_to_stop(site)
        wait_until("it says so", lambda: look() == (503, "is leaving"))
        Program(site, "Asha")  # The process still accepts new connections.
        assert site.process.wait(30) == 0
