"""Requests that would hurt a web process. The proxy keeps them away from it."""

import socket
from collections import Counter
from contextlib import closing

import pytest

from cluster.cluster import CONNECTIONS
from tests.cluster.kit.proxied import Echo, get, proxy_before, served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.cluster

POST = b"POST /guest/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


def connected(port):
    return closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))


def test_chunks_of_one_byte_arrive_as_one_body(tmp_path):
    """Twisted needs five microseconds for each byte, in the event loop of all tables."""
    with (
        served(Echo) as port,
        proxy_before([port], tmp_path) as (http, _),
        connected(http) as line,
    ):
        line.sendall(POST + b"1\r\na\r\n" * 50_000 + b"0\r\n\r\n")
        answer = line.makefile("rb").read(13)
        assert answer == b"HTTP/1.1 200 "
        assert line.recv(65536)


def test_requests_of_an_address_are_limited(tmp_path):
    with served(Echo) as port, proxy_before([port], tmp_path, PROXY_REQUESTS="1") as (http, _):
        url = f"http://127.0.0.1:{http}"
        statuses = Counter()
        while not statuses[429]:
            statuses[get(f"{url}/rules/").status_code] += 1
        assert statuses[200] > int(CONNECTIONS)  # They may come at once.
        assert get(f"{url}/static/none.css").status_code != 429


def test_slow_headers_are_dropped(tmp_path):
    """Each byte comes soon after the one before it."""
    with (
        served(Echo) as port,
        proxy_before([port], tmp_path, PROXY_HEADER_SECONDS="1") as (http, _),
        connected(http) as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
        line.settimeout(0.1)
        for _ in range(int(PATIENCE * 10)):
            try:
                line.sendall(b"x")
                if line.recv(1024) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        pytest.fail("the connection stays open")


@pytest.mark.parametrize("header", ["Cookie: " + "x" * 40_000, "X: y\r\n" * 8_000])
def test_huge_headers_are_refused(tmp_path, header):
    with (
        served(Echo) as port,
        proxy_before([port], tmp_path) as (http, _),
        connected(http) as line,
    ):
        line.sendall(f"GET / HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())
        assert line.recv(13) == b"HTTP/1.1 400 "


def test_requests_wait_while_their_client_reads_nothing(tmp_path):
    """Otherwise the answers to many requests of one connection would fill the memory."""
    with served(Large) as port, proxy_before([port], tmp_path) as (http, _):
        with connected(http) as line:
            line.sendall(b"GET /greedy HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
            for _ in range(20):  # The proxy serves others meanwhile.
                assert get(f"http://127.0.0.1:{http}/other").status_code == 200
        assert Large.asked["/other"] == 20
        assert Large.asked["/greedy"] < 40


class Large(Echo):
    """A web process with answers of a megabyte. It counts its requests."""

    asked: Counter[str] = Counter()

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        self.answer({"large": "x" * 1024 * 1024})
