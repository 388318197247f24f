"""The screens of people while something breaks. They use a socket, or polling while they
have none.
"""

import json
import logging
import random
import re
import threading
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from difflib import unified_diff
from pprint import pformat
from queue import Empty, Queue
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from tests.cluster.kit.site_process import Program
from tests.cluster.kit.tally import Tally

# The delays of static/js/room/connection.js are similar.
FIRST_WAIT, LONGEST_WAIT = 0.3, 5
# A page notices a dead connection because heartbeats are missing; a program because answers to its
# pings are missing.
PING_SECONDS = 3
# static/js/room/requests.js has the same value.
ANSWER_SECONDS = 2

# These tests break connections on purpose.
logging.getLogger("websockets.client").setLevel(logging.CRITICAL)


class Screen(threading.Thread, ABC):
    """A person's screen, updated through a socket, which reconnects, and by polling."""

    as_json: bool
    address: str  # The path of the present state, below the room's address

    def __init__(self, person: Program, code: str, tally: Tally) -> None:
        super().__init__(daemon=True)
        self.person, self.code, self.tally = person, code, tally
        self.stop = threading.Event()
        self.changed = threading.Event()
        self.line: ClientConnection | None = None  # The socket while it is open.
        self._tries = 0

    @abstractmethod
    def show(self, text: str) -> None:
        """Show an update, unless it is older than the screen."""

    @abstractmethod
    def versions(self) -> tuple[int, int]:
        """The versions of the room and the game on the screen."""

    @abstractmethod
    def shown(self) -> object:
        """Return the content of the screen."""

    @abstractmethod
    def asked(self) -> object:
        """Return the present response to a GET, for comparison."""

    def is_right(self) -> bool:
        try:
            return self.asked() == self.shown()
        except httpx.TransportError:
            return False

    def what_is_wrong(self) -> str:
        """Return the differences between the screen (-) and the correct content (+)."""
        shown, asked = (pformat(each).splitlines() for each in (self.shown(), self.asked()))
        lines = unified_diff(shown, asked, n=1, lineterm="")
        return "\n".join([f"{type(self).__name__} of {self.person.name}", *lines])

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self._listen()
            except (OSError, WebSocketException, TimeoutError):
                self.tally.count("sockets that broke")
            self.look()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._tries, 5))
            self._tries += 1
            self.stop.wait(wait * random.uniform(0.6, 1))

    def _listen(self) -> None:
        pings = {"ping_interval": PING_SECONDS, "ping_timeout": PING_SECONDS, "open_timeout": 5}
        with self.person.listen(self.code, as_json=self.as_json, **pings) as self.line:
            self._tries = 0
            try:
                while not self.stop.is_set():
                    try:
                        self.show(str(self.line.recv(timeout=0.5)))
                    except TimeoutError:
                        continue
            finally:
                self.line = None

    def look(self) -> None:
        """Poll once."""
        begun = time.monotonic()
        try:
            answer = self.person.get(f"/r/{self.code}/{self.address}")
        except httpx.TransportError:
            return
        if self.tally.answered(answer, f"GET {self.address}", begun) == 200:
            self.show(answer.text)


class DocumentScreen(Screen):
    """The screen of a program, which gets JSON documents."""

    as_json = True
    address = "state.json"

    def __init__(self, person: Program, code: str, tally: Tally) -> None:
        super().__init__(person, code, tally)
        self.document: dict[str, Any] = {}
        self._answers: Queue[dict[str, Any]] = Queue()

    def move_by_socket(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Send a move through the socket. Return None if there is no answer within the time that
        requests.js waits.
        """
        line, end = self.line, time.monotonic() + ANSWER_SECONDS
        if line is None:
            return None
        try:
            line.send(json.dumps(message))
            while self.line is line and (left := end - time.monotonic()) > 0:
                with suppress(Empty):
                    answer = self._answers.get(timeout=min(left, 0.1))
                    if answer["request_id"] == message["request_id"]:
                        return answer
        except (OSError, WebSocketException):
            pass
        self.tally.count("moves by a socket without an answer")
        return None

    def show(self, text: str) -> None:
        document = json.loads(text)
        if "request_id" in document:
            self._answers.put(document)
        elif _versions_in(document) >= self.versions():
            self.document = document
            self.changed.set()

    def versions(self) -> tuple[int, int]:
        return _versions_in(self.document)

    def shown(self) -> dict[str, Any]:
        return self.document

    def asked(self) -> dict[str, Any]:
        return self.person.state(self.code)


def _versions_in(document: dict[str, Any]) -> tuple[int, int]:
    return document.get("room_version", -1), document.get("version", -1)


class PageScreen(Screen):
    """The screen of a page. It handles the regions that it gets in the same way as `room.js`."""

    as_json = False
    address = "regions/"

    def __init__(self, person: Program, code: str, tally: Tally) -> None:
        super().__init__(person, code, tally)
        self.regions: dict[str, str] = {}

    def show(self, text: str) -> None:
        regions = regions_in(text)
        if "heartbeat" in regions:
            if _versions_of(regions["heartbeat"]) > self.versions():
                self.look()
        elif _versions_of(regions["versions"]) >= self.versions():
            # An update may leave out unchanged regions, so keep the old ones.
            self.regions = self.regions | regions
            self.changed.set()

    def versions(self) -> tuple[int, int]:
        return _versions_of(self.regions.get("versions", ""))

    def shown(self) -> dict[str, str]:
        """Return all content that stays: versions, table, rules and the private part."""
        return _lasting(self.regions)

    def asked(self) -> dict[str, str]:
        answer = self.person.get(f"/r/{self.code}/{self.address}")
        assert answer.status_code == 200, answer.text
        asked = _lasting(regions_in(answer.text))
        assert {"versions", "table", "mine"} <= set(asked)
        return asked


# These values differ in each response: tokens, request ids, and the seconds left.
_OWN = re.compile(
    r'(name="csrfmiddlewaretoken" value="|name="request_id" value="|data-left=")[^"]*'
)


def regions_in(text: str) -> dict[str, str]:
    """Return the regions in a text, by id."""
    region = r'<\w+ id="([\w-]+)"[^>]* hx-swap-oob="true"|<div id="(heartbeat)"'
    starts = list(re.finditer(region, text))
    ends = [each.start() for each in starts[1:]] + [len(text)]
    return {
        each[1] or each[2]: text[each.start() : end] for each, end in zip(starts, ends, strict=True)
    }


def _versions_of(region: str) -> tuple[int, int]:
    found = re.match(r'[^>]* data-room="(\d+)" data-game="(-?\d+)"', region)
    return (int(found[1]), int(found[2])) if found else (-1, -1)


def _lasting(regions: dict[str, str]) -> dict[str, str]:
    """Return the regions without values that differ in each response, and without the moves, which
    a page shows only for a moment.
    """
    return {name: _OWN.sub(r"\1", text) for name, text in regions.items() if name != "moves"}
