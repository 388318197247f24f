"""The server is killed with -9 at any moment: no acknowledged move is lost, none is made twice."""

import random
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.live import Program, Site, live_site, logged_moves, seated, simple_move

# A lease that a killed clock held runs out after 5 s.
STUCK_SECONDS = 15


class Stubborn(threading.Thread):
    """A person who plays on whatever happens, and notes every move that was acknowledged.

    Where no answer came, the same request is sent again until there is one.
    """

    def __init__(self, person: Program, code: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.person, self.code = person, code
        self.chance = random.Random(seed)
        self.acknowledged: list[tuple[str, str, dict[str, Any]]] = []
        self.unexpected: list[str] = []
        self.sent_again = 0
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                state = self.person.state(self.code)
            except httpx.TransportError:
                self.stop.wait(0.05)
                continue
            move = simple_move(state, self.chance)
            if move:
                self.make(state, move)
            else:
                self.stop.wait(0.03)

    def make(self, state: dict[str, Any], move: dict[str, Any]) -> None:
        request_id = uuid.uuid4().hex
        while True:
            try:
                answer = self.person.move(self.code, move, state["version"], request_id=request_id)
                break
            except httpx.TransportError:
                self.sent_again += 1
                if self.stop.wait(0.05):
                    return
        if answer.status_code == 200:
            told = answer.json()
            self.acknowledged.append((told["game"], request_id, told["move"]))
        elif answer.status_code not in (409, 422):
            self.unexpected.append(f"{answer.status_code} {answer.text[:300]}")


def play_under_kills(folder: Path, kills: int) -> str:
    """Two people and four bots play, the server dies ``kills`` times; what was seen, in words."""
    chance = random.Random(kills)
    with live_site(folder) as site:
        code, people = seated(site, "nine-sets", ["Asha", "Ben"])
        host = people[0]
        host.done(f"/r/{code}/bots/fill/")
        host.done(f"/r/{code}/start/")
        players = [Stubborn(person, code, seed) for seed, person in enumerate(people)]
        for player in players:
            player.start()
        try:
            for _ in range(kills):
                time.sleep(chance.uniform(0.02, 0.8))
                site.kill()
                site.start()
                goes_on(site, host, code)
        finally:
            for player in players:
                player.stop.set()
            for player in players:
                player.join(10)
        check(site, players)
        games, moves = site.rows("SELECT count(DISTINCT game_id), count(*) FROM game_move")[0]
    kept = sum(len(player.acknowledged) for player in players)
    again = sum(player.sent_again for player in players)
    return f"{kills} kills, {games} games, {moves} moves, {kept} acknowledged, {again} sent again"


def goes_on(site: Site, host: Program, code: str) -> None:
    """Somebody moves, whoever's turn it is; a game that is over is followed by another."""
    before = host.state(code)
    end = time.monotonic() + STUCK_SECONDS
    while time.monotonic() < end:
        now = host.state(code)
        if now["phase"] == "finished":
            host.done(f"/r/{code}/again/")
        elif now["phase"] == "lobby":
            host.done(f"/r/{code}/start/")
        elif (now["game"], now["version"]) != (before["game"], before["version"]):
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody moves: {host.state(code)}\n{site.log.read_text()[-3000:]}")


def check(site: Site, players: list[Stubborn]) -> None:
    for player in players:
        assert not player.is_alive()
        assert player.unexpected == []
        assert player.acknowledged, "a test in which nobody moved shows nothing"
    stored = {
        row["request_id"]: (row["game_id"], row["number"])
        for row in site.rows("SELECT * FROM game_move WHERE request_id <> ''")
    }
    named = site.rows("SELECT count(*) AS n FROM game_move WHERE request_id <> ''")[0]["n"]
    assert named == len(stored), "a request was carried out twice"
    logs = {
        row["id"]: logged_moves(site, row["id"]) for row in site.rows("SELECT id FROM game_game")
    }
    for game_id, log in logs.items():
        assert [move["number"] for move in log] == list(range(len(log))), game_id
    for player in players:
        for game_id, request_id, move in player.acknowledged:
            assert stored[request_id] == (game_id, move["number"])
            assert logs[game_id][move["number"]] == move
    assert "0 wrong" in site.manage("check_games")
    assert site.complaints() == []


def test_ten_kills(tmp_path):
    play_under_kills(tmp_path, kills=10)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_hundred_kills(tmp_path, capsys):
    seen = play_under_kills(tmp_path, kills=200)
    with capsys.disabled():
        print(f"\n{seen}")  # noqa: T201
