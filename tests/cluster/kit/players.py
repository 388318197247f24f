"""Programs that continue to play when something breaks, in the same way as the page."""

import random
import threading
import time
import uuid
from typing import Any

import httpx

from tests.cluster.kit.screens import DocumentScreen
from tests.cluster.kit.site_process import Program, form_of, simple_move
from tests.cluster.kit.tally import Tally

MOVE_WAITS = (0.3, 0.6, 1.2, 2.4, 4)  # These are the longest waits of static/js/room/requests.js.


class Player(threading.Thread):
    """A person who knows only what their screen shows, and records every acknowledged move.

    If a move gets no answer, or 502, 503 or 504, they send it again. The host starts each next
    game.
    """

    def __init__(
        self, person: Program, code: str, tally: Tally, *, host: bool, pace: float
    ) -> None:
        super().__init__(daemon=True)
        self.person, self.code, self.tally = person, code, tally
        self.host, self.pace = host, pace
        self.screen = DocumentScreen(person, code, tally)
        self.chance = random.Random(f"{code} {person.name}")
        self.acknowledged: list[tuple[str, str, dict[str, Any]]] = []
        self.playing = threading.Event()
        self.stop = threading.Event()
        self.idle = threading.Event()  # Set while the player pauses, with no open request.

    def run(self) -> None:
        self.screen.start()
        while not self.stop.is_set():
            if not self.playing.is_set():
                self.idle.set()
                self.playing.wait(0.1)
                continue
            self.idle.clear()
            self.screen.changed.wait(0.5)
            self.screen.changed.clear()
            self._act_on(self.screen.document)
        self.idle.set()
        self.screen.stop.set()

    def _act_on(self, shown: dict[str, Any]) -> None:
        phase = shown.get("phase")
        if self.host and phase in ("finished", "lobby"):
            self._post({"finished": "again", "lobby": "start"}[phase])
        move = simple_move(shown, self.chance) if phase and "legal" in shown else None
        if move:
            self.stop.wait(self.pace * self.chance.uniform(0.5, 1.5))
            self._make(shown, move)

    def _post(self, what: str) -> None:
        begun = time.monotonic()
        try:
            answer = self.person.post(f"/r/{self.code}/{what}/")
            self.tally.answered(answer, f"POST {what}", begun)
        except httpx.TransportError:
            self.tally.count("lines that broke")
        self.stop.wait(0.3)

    def _make(self, shown: dict[str, Any], move: dict[str, Any]) -> None:
        """Send a move in the same way as the page: through the socket, and by POST if no answer
        comes.
        """
        request_id, begun = uuid.uuid4().hex, time.monotonic()
        kind, fields = form_of(move)
        named = {"kind": kind, "version": shown["version"], "request_id": request_id}
        self.tally.count("requests")
        answer = self.screen.move_by_socket(fields | named)
        if answer:
            self.tally.count("answers by a socket")
            self._take(answer, request_id, begun)
            return
        self._post_until_answered(shown["version"], move, request_id)

    def _post_until_answered(self, version: int, move: dict[str, Any], request_id: str) -> None:
        tries = 0
        while not self.stop.is_set():
            begun = time.monotonic()
            try:
                answer = self.person.move(self.code, move, version, request_id=request_id)
                status = self.tally.answered(answer, "POST move", begun)
            except httpx.TransportError:
                self.tally.count("lines that broke")
                status = 0
            if status in (0, 502, 503, 504):
                self.tally.count("sent again")
                self.stop.wait(MOVE_WAITS[min(tries, len(MOVE_WAITS) - 1)])
                tries += 1
                continue
            if status not in (200, 409, 422):
                self.tally.odd.append(f"{status} to a move: {answer.text[:300]}")
            else:
                self._take(answer.json(), request_id, begun)
            return

    def _take(self, answer: dict[str, Any], request_id: str, begun: float) -> None:
        if "code" in answer:
            self.tally.count(f"refused: {answer['code']}")
        else:
            self.acknowledged.append((answer["game"], request_id, answer["move"]))
            self.tally.took(begun)
