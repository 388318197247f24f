"""A socket of the real server that reads nothing and answers no ping."""

import base64
import contextlib
import os
import socket
import time

import pytest

from tests.live import Program, Site, bring_turn_to, dealt, live_site

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
# Daphne asks after 20 s, and waits 30 s for an answer.
GIVEN_UP_SECONDS = 60


def deaf(site: Site, person: Program, code: str) -> socket.socket:
    """A line on which the socket was asked for, and nothing is read from then on."""
    line = socket.create_connection(("127.0.0.1", site.port))
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    line.sendall(
        f"GET /ws/r/{code}/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
        f"Sec-WebSocket-Version: 13\r\nOrigin: {site.url}\r\nCookie: {cookies}\r\n\r\n".encode()
    )
    assert line.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 101"
    return line


@pytest.mark.soak
def test_it_is_given_up_and_harms_nobody(tmp_path):
    with live_site(tmp_path) as site:
        code, people = dealt(site, "nine-sets", NAMES)
        started = time.monotonic()
        with deaf(site, people[1], code) as line, people[0].listen(code) as ear:
            for turn in range(40):
                bring_turn_to(site, code, people, turn % 6)
            version = people[0].state(code)["version"]
            while f'data-game="{version}"' not in ear.recv(5):
                pass
            time.sleep(max(0, GIVEN_UP_SECONDS - (time.monotonic() - started)))
            line.settimeout(5)
            with contextlib.suppress(ConnectionResetError):
                while line.recv(65536):
                    pass
        assert site.complaints() == []
