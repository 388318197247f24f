"""Request bodies that are too large. They are refused before they are stored."""

import json
import socket
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live import Program
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024


@pytest.fixture
def site(capped_site):
    return capped_site


def memory(site):
    """Return the memory of the process in megabytes."""
    assert site.process
    pages = int(Path(f"/proc/{site.process.pid}/statm").read_text().split()[1])
    return pages * 4096 / MEGABYTE


def head(site, *lines):
    words = ["POST /guest/ HTTP/1.1", f"Host: 127.0.0.1:{site.port}", *lines, "", ""]
    return "\r\n".join(words).encode()


def sent(site, *parts):
    """Send raw bytes. Return everything that the server sends until it closes the connection."""
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        while data := line.recv(65536):
            answer += data
        return answer


def test_a_large_body_with_its_length(site):
    before = memory(site)
    megabyte = b"x" * MEGABYTE
    answer = sent(site, head(site, f"Content-Length: {60 * MEGABYTE}"), *[megabyte] * 60)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"This request is too large. Send at most one megabyte." in answer
    assert memory(site) - before < 20


def test_a_large_body_without_its_length(site):
    before = memory(site)
    chunk = b"%x\r\n" % MEGABYTE + b"x" * MEGABYTE + b"\r\n"
    chunks = [chunk] * 60 + [b"0\r\n\r\n"]
    answer = sent(site, head(site, "Transfer-Encoding: chunked"), *chunks)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert memory(site) - before < 20


def test_programs_get_json(site):
    length = 2 * MEGABYTE
    lines = ["Accept: application/json", f"Content-Length: {length}"]
    top, _, body = sent(site, head(site, *lines), b"x" * length).partition(b"\r\n\r\n")
    assert b"Content-Type: application/json" in top
    assert json.loads(body)["code"] == "too_large"


def test_the_largest_allowed_body_is_accepted(site):
    person = Program(site, "Asha")
    room = person.post("/rooms/new/", {"preset": "classic", "more": "x" * (MEGABYTE - 1000)})
    assert room.status_code == 200
    too_large = person.post("/rooms/new/", {"preset": "classic", "more": "x" * MEGABYTE})
    assert too_large.status_code == 413
    # The server has closed the connection. The same person can open a new one.
    assert person.post("/rooms/new/", {"preset": "classic"}).status_code == 200


def test_a_socket_that_sends_too_much_is_closed(site):
    person = Program(site, "Ben")
    before = memory(site)
    with person.listen(person.open_room("classic")) as line, pytest.raises(ConnectionClosed):
        for _ in range(60):
            line.send("x" * MEGABYTE)
        while True:
            line.recv(timeout=PATIENCE)
    assert memory(site) - before < 20


def test_the_event_loop_reads_no_form(site):
    """Twisted would read the form in the event loop, and answer with an empty 400."""
    kind, length = "Content-Type: multipart/form-data", "Content-Length: 1"
    answer = sent(site, head(site, kind, length, "Connection: close"), b"x")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"The server could not read the request." in answer


def test_no_large_body_is_logged_as_an_error(site):
    assert site.complaints() == []
