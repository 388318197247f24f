"""The proxy: its own responses, and the requests that it sends to the web processes."""

import re
import socket
import ssl
import subprocess
from contextlib import ExitStack, closing
from threading import Event, Semaphore

import httpx
import pytest

from tests.cluster.kit.clustered import live_cluster
from tests.cluster.kit.proxied import Echo, get, proxy_before, served
from tests.cluster.kit.site_process import seated
from tests.waiting import PATIENCE

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with live_cluster(tmp_path_factory.mktemp("proxy"), schedulers=1) as running:
        yield running


def test_static_files_are_served_and_cached(site):
    page = get(f"{site.url}/").text
    hashed = re.search(r'href="(/static/css/base/index\.[0-9a-f]{12}\.css)"', page)
    assert hashed
    answer = get(site.url + hashed[1])
    assert answer.headers["Server"] == "nginx"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]
    module = get(f"{site.url}/static/js/room/room.js")
    assert module.headers["Cache-Control"] == "public, max-age=60"
    assert "javascript" in module.headers["Content-Type"]
    assert get(f"{site.url}/static/none.css").status_code == 404


def test_a_huge_body_gets_an_error_page(site):
    answer = httpx.post(
        f"{site.url}/guest/", content=b"x" * 2_000_000, timeout=PATIENCE, trust_env=False
    )
    assert answer.status_code == 413
    assert "Too much data" in answer.text


def test_a_stopped_web_process_is_skipped(site):
    code, (_asha, ben) = seated(site, "nine-sets", ["Asha", "Ben"])
    site.processes["web1"].kill()
    try:
        for _ in range(6):
            assert get(f"{site.url}/").status_code == 200
            ben.done(f"/r/{code}/leave/")
            ben.done(f"/r/{code}/join/")
        with ben.listen(code) as listener:
            assert 'id="table"' in listener.recv(30)
    finally:
        site.processes["web1"].start()


def test_without_web_processes_a_page_says_so_and_reloads(site):
    for name in ("web1", "web2"):
        site.processes[name].kill()
    try:
        for path in ("/rules/", "/r/ABCDEF/"):
            answer = get(f"{site.url}{path}")
            assert answer.status_code == 502
            assert "Your game is saved" in answer.text
            assert answer.headers["Refresh"] == "3"
        sent = httpx.post(f"{site.url}/guest/", timeout=PATIENCE, trust_env=False)
        assert sent.headers["Refresh"] == "3; url=/"  # The address of a form may have no page.
    finally:
        for name in ("web1", "web2"):
            site.processes[name].start()
    assert get(f"{site.url}/rules/").status_code == 200


# Headers for the web processes


@pytest.fixture(scope="module")
def echo():
    with served(Echo) as port:
        yield port


def test_a_clients_claim_about_its_address_is_ignored(tmp_path, echo):
    """Rate limits count by IP address. If a client could choose its address, it would have no
    limit.
    """
    lies = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    with proxy_before([echo], tmp_path) as (http, _):
        heard = get(f"http://127.0.0.1:{http}/", headers=lies).json()
    assert heard["X-Forwarded-For"] == "127.0.0.1"
    assert heard["X-Forwarded-Proto"] == "http"
    assert heard["Host"] == f"127.0.0.1:{http}"


def test_a_client_sets_no_path_prefix(tmp_path, echo):
    """Daphne would put it before all URLs. It fails if one of these headers is not ASCII."""
    prefix = {"Daphne-Root-Path": "http://evil.example", "Sec-WebSocket-Protocol": "evil"}
    with proxy_before([echo], tmp_path) as (http, _):
        for path in ("", "r/ABCDEF/", "ws/r/ABCDEF/"):
            heard = get(f"http://127.0.0.1:{http}/{path}", headers=prefix).json()
            assert not heard.keys() & prefix.keys()


def test_another_proxy_in_front_may_name_the_client(tmp_path, echo):
    told = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9", "X-Forwarded-Proto": "https"}
    with proxy_before([echo], tmp_path, PROXY_OUTER="127.0.0.0/8") as (http, _):
        heard = get(f"http://127.0.0.1:{http}/", headers=told).json()
    assert heard["X-Forwarded-For"] == "203.0.113.9"
    assert heard["X-Forwarded-Proto"] == "https"


def test_connections_of_an_address_are_limited(tmp_path):
    limits = {"PROXY_CONNECTIONS": "2", "PROXY_OUTER": "127.0.0.0/8"}
    with (
        served(Silent) as port,
        proxy_before([port], tmp_path, **limits) as (http, _),
        ExitStack() as lines,
    ):
        for first, second, third in [
            ["203.0.113.9"] * 3,
            # A socket for both IPv4 and IPv6 writes an IPv4 address like this.
            ["::ffff:198.51.100.1", "::ffff:198.51.100.1", "198.51.100.1"],
            # The addresses of an IPv6 network count as one.
            ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2:ffff::"],
            ["2001:db8::1", "2001:db8::2:3", "2001:db8::1:0:0:5"],
        ]:
            for address in (first, second):
                line = lines.enter_context(closing(socket.create_connection(("127.0.0.1", http))))
                head = f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n\r\n"
                line.sendall(head.encode())
                assert Silent.asked.acquire(timeout=PATIENCE)
            told = {"X-Forwarded-For": third}
            assert get(f"http://127.0.0.1:{http}/", headers=told).status_code == 429
        Silent.answered.set()


class Silent(Echo):
    """A web process that answers only when the test allows it."""

    asked = Semaphore(0)
    answered = Event()

    def do_GET(self) -> None:
        self.asked.release()
        self.answered.wait(60)
        super().do_GET()


def test_it_can_serve_https(tmp_path, echo):
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split()
    names = ["-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", f"{tmp_path}/privkey.pem", "-out", f"{tmp_path}/fullchain.pem"]
    subprocess.run([*words, *names, *files], check=True, capture_output=True)
    with proxy_before([echo], tmp_path, certificate=tmp_path) as (http, https):
        answer = get(f"http://127.0.0.1:{http}/r/ABC/?a=b")
        assert answer.status_code == 308
        assert answer.headers["Location"] == f"https://127.0.0.1:{https}/r/ABC/?a=b"
        trusted = ssl.create_default_context(cafile=f"{tmp_path}/fullchain.pem")
        heard = get(f"https://127.0.0.1:{https}/", verify=trusted).json()
    assert heard["X-Forwarded-Proto"] == "https"


def test_it_stops_at_once_with_open_connections(site):
    """A new proxy can't start before the old one has ended. Until then all requests would fail."""
    code, (asha,) = seated(site, "nine-sets", ["Asha"])
    try:
        with asha.listen(code) as line:
            line.recv(30)
            site.processes["nginx"].stop()
        assert site.proxy.popen.returncode == 0, "it had to be killed"
    finally:
        site.processes["nginx"].start()
    assert asha.state(code)["room"] == code
