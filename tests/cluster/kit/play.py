"""Many tables that continue to play while something breaks, and promises that must be true
afterwards.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

from tests.cluster.kit.players import Player
from tests.cluster.kit.screens import PageScreen, Screen
from tests.cluster.kit.site_process import Program, logged_moves
from tests.cluster.kit.tally import Tally
from tests.waiting import wait_until

# The lease of a killed scheduler ends after 5 s. On a busy machine everything takes longer.
STUCK_SECONDS = 40
#: The site promises that after this time no screen is wrong.
WRONG_SECONDS = 10
IDLE_SECONDS = 60
MOVES_SECONDS = 120
PATIENCE_SECONDS = 15  # templates/base.html has the same value.

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()


class Play:
    """Tables of people and bots on one site, for `played`.

    ``site`` is a `live.Site` or a `clustered.ClusterSite`. If ``at`` is given, people connect to
    that address. ``pace`` is the thinking time of people, ``patience`` the time that they wait for
    an answer, and ``turn_seconds`` their turn clock (0 for none). All three are in seconds.
    """

    def __init__(
        self,
        site: Any,
        *,
        tables: int,
        people: int = 2,
        pace: float = 0.3,
        at: Any = None,
        patience: float = PATIENCE_SECONDS,
        turn_seconds: int = 0,
    ) -> None:
        self.site = site
        self.patience = patience
        self.tally = Tally()
        #: The responses with a status of 500 or more that the test expects, by phase and status.
        self.allowed: set[tuple[str, int]] = set()
        self.players: list[Player] = []
        # One page at each table, besides the players' own screens.
        self.pages: list[PageScreen] = []
        for _ in range(tables):
            people_there = [Program(at or site, name) for name in NAMES[:people]]
            self._open_table(people_there, pace, turn_seconds)

    def _open_table(self, people: Sequence[Program], pace: float, turn_seconds: int) -> None:
        code = people[0].open_room("nine-sets")
        if turn_seconds:
            people[0].done(f"/r/{code}/settings/", turn_seconds=turn_seconds)
        for person in people[1:]:
            person.done(f"/r/{code}/join/")
        people[0].done(f"/r/{code}/bots/fill/")
        people[0].done(f"/r/{code}/start/")
        for person in people:
            person.http.timeout = httpx.Timeout(self.patience)
            host = person is people[0]
            player = Player(person, code, self.tally, host=host, pace=pace)
            player.start()
            self.players.append(player)
        page = PageScreen(people[-1], code, self.tally)
        page.start()
        self.pages.append(page)

    @property
    def codes(self) -> list[str]:
        return sorted({player.code for player in self.players})

    @property
    def screens(self) -> list[Screen]:
        return [*(player.screen for player in self.players), *self.pages]

    def stop(self) -> None:
        for each in (*self.players, *self.screens):
            each.stop.set()
        for player in self.players:
            player.join(self.patience + 5)
        for screen in self.screens:
            screen.join(5)

    # Promises

    def check(self) -> None:
        """Check that every table continues. Then pause all players, and check everything
        that was stored, shown or answered.
        """
        self.goes_on()
        # A bot may have made the last move.
        wait_until(
            "a person moves",
            lambda: any(player.acknowledged for player in self.players),
            STUCK_SECONDS,
        )
        for player in self.players:
            player.playing.clear()
        try:
            for player in self.players:
                assert player.idle.wait(IDLE_SECONDS), "somebody waits for an answer"
            self.screens_are_right()
            self.moves_are_kept()
        finally:
            for player in self.players:
                player.playing.set()
        assert self.tally.odd == []
        assert set(self.tally.broken) <= self.allowed

    def goes_on(self) -> None:
        """Check that a move is made at every table."""
        before = self._positions()
        for player in self.players:
            player.playing.set()

        def stuck() -> set[str]:
            return {code for code, at in self._positions().items() if at == before[code]}

        wait_until(
            "somebody moves at every table",
            lambda: not stuck(),
            STUCK_SECONDS,
            seen=lambda: self._stuck(stuck()),
        )

    def sends(self, requests: int) -> None:
        """Wait until the players have sent this number of further moves, answered or not."""
        wanted = self.tally.counts["requests"] + requests
        wait_until(
            "the players send moves",
            lambda: self.tally.counts["requests"] >= wanted,
            STUCK_SECONDS,
        )

    def is_answered(self, phase: str, moves: int) -> None:
        """Wait until this number of moves has been answered in this phase."""
        wait_until(
            f"moves are answered while {phase}",
            lambda: len(self.tally.seconds[phase]) >= moves,
            MOVES_SECONDS,
        )

    def _positions(self) -> dict[str, tuple[Any, ...]]:
        rows = self.site.rows(
            "SELECT code, game_id, game.version FROM rooms_room AS room"
            " LEFT JOIN game_game AS game ON game.id = game_id"
        )
        return {
            row["code"]: (row["game_id"], row["version"])
            for row in rows
            if row["code"] in self.codes
        }

    def _stuck(self, codes: set[str]) -> list[Any]:
        query = (
            "SELECT code, turn, phase, due_at, game.version FROM rooms_room AS room"
            " JOIN game_game AS game ON game.id = game_id"
        )
        tables = [dict(row) for row in self.site.rows(query) if row["code"] in codes]
        shown = [(each.code, each.versions()) for each in self.screens if each.code in codes]
        return [tables, shown]

    def screens_are_right(self) -> None:
        """Check that each screen shows the same as the response to a GET."""
        wrong = self.screens

        def all_are() -> bool:
            wrong[:] = [screen for screen in wrong if not screen.is_right()]
            return not wrong

        wait_until(
            "every screen is right",
            all_are,
            WRONG_SECONDS,
            seen=lambda: "\n".join(screen.what_is_wrong() for screen in wrong),
        )

    def moves_are_kept(self) -> None:
        """Check that each acknowledged move is in the log exactly once and as it was answered, and
        that no request was carried out twice.
        """
        rows = self.site.rows("SELECT * FROM game_move WHERE request_id <> ''")
        stored = {row["request_id"]: (row["game_id"], row["number"]) for row in rows}
        assert len(rows) == len(stored), "a request was carried out twice"
        games = {game_id for game_id, _number in stored.values()}
        logs = {game_id: logged_moves(self.site, game_id) for game_id in games}
        for game_id, log in logs.items():
            assert [move["number"] for move in log] == list(range(len(log))), game_id
        for player in self.players:
            for game_id, request_id, move in player.acknowledged:
                assert stored.get(request_id) == (game_id, move["number"]), "a move was lost"
                assert logs[game_id][move["number"]] == move
        assert any(player.acknowledged for player in self.players), "nobody moved: shows nothing"

    # Results

    def figures(self) -> str:
        """Return the results as text. It has no numbers of lost or doubled moves, because `check`
        passes only if there are none.
        """
        acknowledged = sum(len(player.acknowledged) for player in self.players)
        moves = self.site.rows("SELECT count(*) AS n FROM game_move")[0]["n"]
        counts = ", ".join(f"{what} {n}" for what, n in sorted(self.tally.counts.items()))
        broken = {f"{phase} {status}": n for (phase, status), n in self.tally.broken.items()}
        took = {phase: self.tally.in_words(phase) for phase in list(self.tally.seconds)}
        return (
            f"moves {moves}, acknowledged {acknowledged}; {counts}; 5xx by phase: {broken};"
            f" an answer took (p50 / p90) {took}"
        )


@contextmanager
def played(site: Any, **options: Any) -> Iterator[Play]:
    """Run tables that play while the block runs. At the end check every stored game."""
    play = Play(site, **options)
    try:
        play.goes_on()
        yield play
    finally:
        play.stop()
    assert "0 wrong" in site.manage("check_games")
