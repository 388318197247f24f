"""Measures how long a person alone with five bots waits between two own turns.

A person plays whole games in Chromium, at the normal pace and without *Skip*. A wait begins when
the page shows that the turn has passed on, and ends when the page has shown all moves and the
person has the turn again. The person hits with four of ten asks, and claims the sets that their own
team holds. Several games run at the same time, because most of the time is waiting.
"""

import argparse
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.page_blocking import CHROMIUM
from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.player import PHONE, Player, tab_of
from tests.cluster.kit.site_process import Site, game_of, live_hands, seated

HITS = 0.4
#: Without an own turn for this time, a game counts as over (the person has no cards, for example).
PATIENCE_SECONDS = 180

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
MAY_ACT = """() => document.documentElement.dataset.myTurn !== undefined
  && !("showing" in document.getElementById("room").dataset)"""


def main() -> None:
    """Play the games, and print the median and the 90th percentile of the waits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    waits: list[tuple[float, int]] = []
    with (
        tempfile.TemporaryDirectory(prefix="literature-waits-") as folder,
        _site_at_pace(Path(folder)) as site,
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
                games.remove(game)
                games += [_Game(site, browser, each) for each in itertools.islice(coming, 1)]
                print(_summary(waits), flush=True)
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

    def goes_on(self, chance: Random) -> bool:
        """Move if the page lets the person move. Return whether the game goes on."""
        if game_of(self.site, self.code)["status"] == "finished":
            return False
        if self.player.page.evaluate(MAY_ACT):
            state = self.person.state(self.code)
            if state["turn"] == state["you"]:
                move = _move(state, live_hands(self.site, self.code), chance)
                self.person.move(self.code, move, state["version"])
                self.moved = time.monotonic()
        return time.monotonic() - self.moved < PATIENCE_SECONDS

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
