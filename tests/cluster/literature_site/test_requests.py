"""Requests as Daphne gets them."""

import socket
from contextlib import closing

import pytest

from tests.waiting import PATIENCE


@pytest.mark.slow
def test_the_event_loop_reads_no_form(capped_site):
    """Twisted would read the form in the event loop, and answer with an empty 400."""
    lines = [
        "POST /guest/ HTTP/1.1",
        f"Host: 127.0.0.1:{capped_site.port}",
        "Content-Type: multipart/form-data",
        "Content-Length: 1",
        "Connection: close",
        "",
        "x",
    ]
    address = ("127.0.0.1", capped_site.port)
    with closing(socket.create_connection(address, timeout=PATIENCE)) as line:
        line.sendall("\r\n".join(lines).encode())
        answer = b""
        while data := line.recv(65536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"The server could not read the request." in answer
