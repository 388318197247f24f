"""Measures how long a person alone with five bots waits between two own turns, and for the lessons
of the review after a game.

A person plays whole games in Chromium, at the normal pace and without *Skip*. A wait begins when
the page shows that the turn has passed on, and ends when the page has shown all moves and the
person has the turn again. The person hits with four of ten asks, and claims the sets that their own
team holds. Several games run at the same time, because most of the time is waiting. Other tables,
each with a move every two seconds, can keep the site busy.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.tables import SEATS, Table
from benchmarks.page_blocking import CHROMIUM
from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.player import PHONE, Player, tab_of
from tests.cluster.kit.site_process import Site, game_of, live_hands, seated

HITS = 0.4
#: Without an own turn or lessons for this time, a game counts as over (the person has no cards, for
#: example).
PATIENCE_SECONDS = 180
OTHERS_EVERY = 2.0

# Records each wait: its seconds, and the number of moves that the page was told meanwhile.
WATCH = """() => {
  window.waits = [];
  const root = document.documentElement;
  const number = () => Number(document.getElementById("versions").dataset.game);
  let hadTurn = false;
  let began = null;
  const look = () => {
    const isMine = root.dataset.myTurn !== undefined;
    if (!isMine && hadTurn) began ??= [performance.now(), number()];
    if (!isMine || "showing" in document.getElementById("room").dataset) return;
    if (began) waits.push([(performance.now() - began[0]) / 1000, number() - began[1]]);
    hadTurn = true;
    began = null;
  };
  look();
  new MutationObserver(look).observe(root, {
    subtree: true, attributes: true, attributeFilter: ["data-my-turn", "data-showing"],
  });
}"""
LESSONS = "() => document.querySelector('#review-mine li') !== null"
MAY_ACT = """() => document.documentElement.dataset.myTurn !== undefined
  && !("showing" in document.getElementById("room").dataset)"""


def main() -> None:
    """Play the games, and print the waits for the turn and for the lessons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--beside", type=int, default=0, help="other tables of six people")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    waits: list[tuple[float, int]] = []
    reviews: list[float] = []
    with (
        tempfile.TemporaryDirectory(prefix="literature-waits-") as folder,
        _site_at_pace(Path(folder)) as site,
        _beside(site, chosen.beside),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        coming = iter(range(chosen.games))
        games = [_Game(site, browser, each) for each in itertools.islice(coming, chosen.at_once)]
        chance = Random(chosen.seed)
        while games:
            for game in list(games):
                if game.goes_on(chance):
                    continue
                waits += game.ended()
                reviews += game.review
                games.remove(game)
                games += [_Game(site, browser, each) for each in itertools.islice(coming, 1)]
                print(_summary(waits), flush=True)
                print(f"seconds from the end to the lessons: {sorted(reviews)}", flush=True)
            time.sleep(0.05)
        browser.close()


@contextmanager
def _site_at_pace(folder: Path) -> Iterator[Site]:
    """Run a site whose bots think as long as the table's pace says."""
    site = Site(folder)
    site.environment.pop("BOT_THINK_SECONDS")
    try:
        site.start()
        yield site
    finally:
        site.kill()


@contextmanager
def _beside(site: Site, tables: int) -> Iterator[None]:
    """Let other tables move in a process of its own. Go on when they have begun."""
    if not tables:
        yield
        return
    context = multiprocessing.get_context("spawn")
    began = context.Event()
    process = context.Process(target=_move_others, args=(site.port, tables, began), daemon=True)
    process.start()
    assert began.wait(120), "the other tables did not begin"
    try:
        yield
    finally:
        process.terminate()


def _move_others(port: int, count: int, began: Any) -> None:
    async def move() -> None:
        tables = [Table("127.0.0.1", port, seed, "classic") for seed in range(count)]
        await gathered([table.sit_down() for table in tables], at_once=4)
        await gathered([table.listen(range(SEATS)) for table in tables], at_once=8)
        began.set()
        await round_of(tables, OTHERS_EVERY, float("inf"))

    asyncio.run(move())


def _summary(waits: list[tuple[float, int]]) -> str:
    seconds = sorted(each for each, _moves in waits)
    if len(seconds) < 2:
        return f"{len(seconds)} waits"
    tenths = statistics.quantiles(seconds, n=10, method="inclusive")
    moves = statistics.median(moves for _seconds, moves in waits)
    return (
        f"{len(waits)} waits: median {statistics.median(seconds):.1f} s, 90th percentile"
        f" {tenths[-1]:.1f} s, longest {seconds[-1]:.1f} s; median of the moves {moves:.0f}"
    )


class _Game:
    """A game of one person with bots, in a tab of its own."""

    def __init__(self, site: Site, browser: Browser, number: int) -> None:
        self.site = site
        self.code, (self.person,) = seated(site, "nine-sets", [f"Asha {number}"])
        for step in ("bots/fill", "start"):
            self.person.done(f"/r/{self.code}/{step}/")
        self.context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")
        self.player: Player = tab_of(self.context, self.person, self.code)
        self.player.page.evaluate(WATCH)
        self.moved = time.monotonic()
        self.finished: float | None = None
        #: The seconds from the last move until the page has the lessons, once it has them.
        self.review: list[float] = []

    def goes_on(self, chance: Random) -> bool:
        """Move if the page lets the person move. Return whether the game goes on, or the lessons
        are still to come.
        """
        if game_of(self.site, self.code)["status"] == "finished":
            self.finished = self.finished or time.monotonic()
            if self.player.page.evaluate(LESSONS):
                self.review.append(round(time.monotonic() - self.finished, 1))
                return False
        elif self.player.page.evaluate(MAY_ACT):
            state = self.person.state(self.code)
            if state["turn"] == state["you"]:
                move = _move(state, live_hands(self.site, self.code), chance)
                self.person.move(self.code, move, state["version"])
                self.moved = time.monotonic()
        return time.monotonic() - (self.finished or self.moved) < PATIENCE_SECONDS

    def ended(self) -> list[tuple[float, int]]:
        """Close the tab. Return its waits, with the number of moves in each."""
        waits: Any = self.player.page.evaluate("window.waits")
        self.context.close()
        return [(seconds, moves) for seconds, moves in waits]


def _move(state: dict[str, Any], hands: list[set[str]], chance: Random) -> dict[str, Any]:
    """Return a move of a middling player."""
    best = knowing_move(state, hands)
    if "ask" not in best or chance.random() < HITS:
        return best
    asks = [(card, of) for card, seats in state["legal"]["asks"].items() for of in seats]
    missing = [(card, of) for card, of in asks if card not in hands[of]]
    if not missing:
        return best
    card, of = chance.choice(missing)
    return {"seat": state["you"], "ask": card, "of": of}


if __name__ == "__main__":
    main()
