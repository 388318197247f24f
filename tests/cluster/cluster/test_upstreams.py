"""To which web process the proxy sends a request, and to which one after a failure."""

import re
import shutil
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Event

import httpx
import pytest

from cluster.ports import free_port
from cluster.proxy import TEMPLATES
from tests.cluster.kit.proxied import Echo, get, proxy_before, served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.cluster

CONFIGURATION = (TEMPLATES / "nginx.conf.template").read_text()


def seconds_of(directive: str) -> int:
    """Return the number of seconds that the configuration has for this directive."""
    [found] = set(re.findall(rf"{directive} (\d+)s;", CONFIGURATION))
    return int(found)


@pytest.fixture(scope="module")
def echo():
    with served(Echo) as port:
        yield port


def test_requests_of_a_room_go_to_one_process(tmp_path, echo):
    """If all requests go to one process, only one hub reads and renders the room."""
    with served(Echo) as other, proxy_before([echo, other], tmp_path) as (http, _):
        found = {}
        for code in ["ABCD", "BCDE", "CDEF", "DEFG", "EFGH", "FGHJ", "GHJK", "HJKM"]:
            paths = [f"/r/{code}/", f"/r/{code}/state.json", f"/ws/r/{code}/?tab=1"] * 2
            found[code] = {get(f"http://127.0.0.1:{http}{path}").json()["port"] for path in paths}
        assert all(len(ports) == 1 for ports in found.values()), found
        assert set.union(*found.values()) == {echo, other}
        assert {get(f"http://127.0.0.1:{http}/").json()["port"] for _ in range(4)} == {echo, other}


@pytest.mark.parametrize("code", ["ABCD", "BCDE", "CDEF", "DEFG", "EFGH", "FGHJ"])
def test_a_request_survives_two_failing_processes(tmp_path, code):
    """One process is away. The other exits before it answers; then the first is running again."""
    first = free_port()

    class Goes(Echo):
        def do_POST(self) -> None:
            back.enter_context(served(Echo, first))
            self.close_connection = True

    with ExitStack() as back:
        second = back.enter_context(served(Goes))
        http, _ = back.enter_context(proxy_before([first, second], tmp_path))
        url = f"http://127.0.0.1:{http}/r/{code}/ask/"
        answer = httpx.post(url, content=b"card=7", timeout=PATIENCE, trust_env=False)
    assert answer.status_code == 200
    assert answer.json() == {"method": "POST", "body": "card=7", "path": f"/r/{code}/ask/"}


# Slow or silent processes


class Slow(Echo):
    """A web process that reads a request and does not answer before the end of the test."""

    taken: list[str]
    over: Event

    def do_POST(self) -> None:
        self.taken.append(self.path)
        self.over.wait(60)


@contextmanager
def silent():
    """Yield the port of a machine that has vanished. A connection to it is neither accepted nor
    refused.
    """
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):  # The queue has room for one connection. The others wait forever.
            line = stack.enter_context(socket.socket())
            line.setblocking(False)
            line.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def test_a_silent_machine_is_skipped(tmp_path, echo):
    codes = ["ABCD", "BCDE", "CDEF", "DEFG", "EFGH", "FGHJ"]
    with silent() as gone, proxy_before([echo, gone], tmp_path) as (http, _):
        for path in ["/rooms/new/", "/guest/", *(f"/r/{code}/ask/" for code in codes)]:
            url = f"http://127.0.0.1:{http}{path}"
            sent = httpx.post(url, content=b"card=7", timeout=PATIENCE, trust_env=False)
            assert sent.json() == {"method": "POST", "body": "card=7", "path": path}
        assert get(f"http://127.0.0.1:{http}/", timeout=PATIENCE).json()["port"] == echo
        log = (tmp_path / "nginx-access.log").read_text()
    assert " 504, 200 " in log, "nobody asked the silent one, so this shows nothing"


def test_a_request_in_progress_is_not_sent_again(tmp_path, monkeypatch):
    """If the proxy sent a request for a new room twice, there would be two rooms. This request has
    no request_id by which the server could recognize the repetition.
    """
    within = seconds_of("proxy_next_upstream_timeout")
    assert seconds_of("proxy_read_timeout") > within
    assert seconds_of("proxy_send_timeout") > within
    templates = shutil.copytree(TEMPLATES, tmp_path / "templates")
    monkeypatch.setattr("cluster.proxy.TEMPLATES", templates)
    configuration = templates / "nginx.conf.template"
    # To save time, make this time-out only one second longer than ``within``.
    sooner = re.sub(r"proxy_read_timeout \w+", f"proxy_read_timeout {within + 1}s", CONFIGURATION)
    configuration.write_text(sooner)
    (tmp_path / "503.html").write_text("It took too long.")
    taken: list[str] = []
    over = Event()
    members = {"taken": taken, "over": over}
    with (
        served(type("One", (Slow,), members)) as one,
        served(type("Other", (Slow,), members)) as other,
        proxy_before([one, other], tmp_path) as (http, _),
        ThreadPoolExecutor(2) as pool,
    ):
        paths = ["/rooms/new/", "/r/ABCD/ask/"]
        urls = [f"http://127.0.0.1:{http}{path}" for path in paths]
        answers = list(
            pool.map(lambda url: httpx.post(url, timeout=PATIENCE, trust_env=False), urls)
        )
        over.set()
    assert [answer.status_code for answer in answers] == [504, 504]
    assert sorted(taken) == sorted(paths)


# Files of the next release


class Release(Echo):
    """A web process that has only the files of one release."""

    files: frozenset[str]
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path in self.files:
            super().do_GET()
        else:
            self.send_error(404)


OLD, NEW = "/static/js/room.0123456789ab.js", "/static/js/room.ba9876543210.js"


@contextmanager
def releases():
    """Run processes of two releases. Yield their ports, and the requests that they get."""
    asked: list[str] = []
    with ExitStack() as stack:
        members = [{"files": frozenset({file}), "asked": asked} for file in (OLD, NEW)]
        yield (
            [stack.enter_context(served(type("One", (Release,), each))) for each in members],
            asked,
        )


def test_a_file_is_found_at_any_process_that_has_it(tmp_path):
    """During an upgrade, pages of each release may reach processes of the other release."""
    with releases() as (ports, _), proxy_before([*ports, free_port()], tmp_path) as (http, _):
        for file, port in zip((OLD, NEW), ports, strict=True):
            for _ in range(4):
                assert get(f"http://127.0.0.1:{http}{file}").json()["port"] == port


def test_a_missing_file_is_requested_once_from_each_process(tmp_path):
    with releases() as (ports, asked), proxy_before(ports, tmp_path) as (http, _):
        assert get(f"http://127.0.0.1:{http}/static/none.js").status_code == 404
    assert asked == ["/static/none.js"] * 2
