"""The web processes restart one after another during a game. Players lose nothing."""

import random
import threading
import time
from statistics import median

import pytest
from websockets.exceptions import ConnectionClosed

from tests.cluster.kit.clustered import live_cluster
from tests.cluster.kit.site_process import Program, logged_moves, seated, simple_move
from tests.waiting import wait_until

pytestmark = pytest.mark.cluster

RESTART = 1012
#: Half of the sockets reconnect within this time, or within half of the time of a restart if that
#: is longer. A socket that waited for its old process would need nearly the whole time.
BACK_SECONDS = 2
LAST_BACK_SECONDS = 15
ROUNDS = 2


class Person(threading.Thread):
    """A person who plays until the test stops them, and records the answers."""

    def __init__(self, program: Program, code: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.program, self.code = program, code
        self.chance = random.Random(seed)
        self.stop = threading.Event()
        self.statuses: list[int] = []
        self.made: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            answer = self.program.get(f"/r/{self.code}/state.json")
            self.statuses.append(answer.status_code)
            state = answer.json()
            if state["phase"] == "finished":
                self.program.post(f"/r/{self.code}/again/", {"deal": "1"})
                self.program.post(f"/r/{self.code}/start/")
            elif state["turn"] == state["you"] and (move := simple_move(state, self.chance)):
                self.play(move, state["version"])
            self.stop.wait(0.02)

    def play(self, move, version: int) -> None:
        request_id = f"{self.program.name}-{len(self.statuses)}"
        answer = self.program.move(self.code, move, version, request_id=request_id)
        self.statuses.append(answer.status_code)
        if answer.status_code == 200:
            self.made.append(request_id)


class SocketClient(threading.Thread):
    """A socket that reconnects after each close. It records close codes and times.

    Each reconnect must succeed at once; otherwise ``failed`` is the error.
    """

    def __init__(self, program: Program, code: str) -> None:
        super().__init__(daemon=True)
        self.program, self.code = program, code
        self.stop = threading.Event()
        self.codes: list[int] = []
        self.gaps: list[float] = []
        self.is_there = threading.Event()
        self.failed: Exception | None = None

    def run(self) -> None:
        try:
            self.listen()
        except Exception as error:
            self.failed = error

    def listen(self) -> None:
        closed = None
        while not self.stop.is_set():
            with self.program.listen(self.code) as line:
                try:
                    self.heard(line, closed)
                except ConnectionClosed as end:
                    self.is_there.clear()
                    self.codes.append(end.rcvd.code if end.rcvd else 1006)
                closed = time.monotonic()

    def heard(self, line, closed: float | None) -> None:
        line.recv(30)  # The first message after each connect has the present state.
        if closed is not None:
            self.gaps.append(time.monotonic() - closed)
        self.is_there.set()
        while not self.stop.is_set():
            try:
                line.recv(0.5)
            except TimeoutError:
                continue


def test_nobody_loses_anything(tmp_path):
    with live_cluster(tmp_path) as site:
        code, programs = seated(site, "nine-sets", ["Asha", "Ben"])
        programs[0].done(f"/r/{code}/bots/fill/")
        programs[0].done(f"/r/{code}/start/")
        people = [Person(program, code, seed) for seed, program in enumerate(programs)]
        listeners = [SocketClient(program, code) for program in programs for _ in range(3)]
        for thread in (*people, *listeners):
            thread.start()
        wait_until(
            "everybody is there", lambda: all(listener.is_there.is_set() for listener in listeners)
        )
        wait_until("everybody plays", lambda: all(person.statuses for person in people))
        begun = time.monotonic()
        for _ in range(ROUNDS):
            site.restart_web_rolling()
        restart_seconds = (time.monotonic() - begun) / ROUNDS / len(site.webs)
        # Without these moves and reconnects, the test would prove nothing.
        wait_until("everybody has moved", lambda: all(person.made for person in people), 60)
        wait_until(
            "everybody is back", lambda: all(each.is_there.is_set() for each in listeners), 60
        )
        for thread in (*people, *listeners):
            thread.stop.set()
        for thread in (*people, *listeners):
            thread.join(60)
            assert not thread.is_alive()
        for person in people:
            # 409 means that the person moved on an old version.
            assert set(person.statuses) <= {200, 409}
            for request_id in person.made:
                rows = site.rows("SELECT number FROM game_move WHERE request_id = ?", request_id)
                assert len(rows) == 1
        assert any(listener.codes for listener in listeners)
        gaps = [gap for listener in listeners for gap in listener.gaps]
        soon = max(BACK_SECONDS, restart_seconds / 2)
        for listener in listeners:
            assert listener.failed is None
            assert set(listener.codes) <= {RESTART}
        assert median(gaps) < soon, gaps
        assert max(gaps) < LAST_BACK_SECONDS, gaps
        for game in site.rows("SELECT id FROM game_game"):
            numbers = [move["number"] for move in logged_moves(site, game["id"])]
            assert numbers == list(range(len(numbers)))
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []
