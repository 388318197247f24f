"""Measures how long a move blocks the page of a table (``make bench``).

There are two limits: on a processor that is four times slower, no task of the main thread takes
more than 50 ms, and there is no layout shift. The length of a task is the thread's processor time,
times four. (CPU throttling would measure elapsed time, which depends on the other work of the
machine.) Each move is shown on a phone with all its animations.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.kit.moments import at_pace, give_hands, give_whole_sets
from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import SETS, Program, Site, dealt, live_hands, live_site

CHROMIUM = "/usr/bin/chromium-headless-shell"
SLOWED = 4
MOST_MS = 50
NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
PARTS = ("FunctionCall", "EvaluateScript", "UpdateLayoutTree", "Layout", "Paint", "ParseHTML",
         "MajorGC", "MinorGC", "PrePaint", "Layerize", "v8.compile", "FireAnimationFrame",
         "Animation", "Commit", "HitTest")  # fmt: skip
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8"]

WATCH = """() => {
  window.shifts = [];
  window.shown = 0;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.className || node?.id || node?.nodeName);
      window.shifts.push([value, moved.join(" ")]);
    }
  }).observe({ type: "layout-shift" });
  document.addEventListener("table:shown", () => { window.shown += 1; });
}"""
# A page loads some modules with its first move. This script loads them before the measurement, so
# that the figures of all moves are comparable.
WARM_UP = """() => Promise.all(["ask", "claim-reveal"].map((name) =>
  import(`/static/js/table/motion/${name}.js`))).then(() => {})"""
IS_STILL = """() => window.shown && !document.getElementById("room").dataset.showing
  && !document.querySelector("#flights > *, .moment")"""
TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"""


def main() -> None:
    """Show each kind of move, and print its figures."""
    over = False
    with (
        tempfile.TemporaryDirectory(prefix="literature-main-thread-") as folder,
        live_site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        print(
            f"Main thread, slowed {SLOWED} times: longest task of each move, at most {MOST_MS} ms"
        )
        for title, seat, play in MOVES:
            with table(site, browser, seat) as (code, people, page):
                tasks, shifts = measured(browser, page, play(site, code, people, page))
                longest = max(tasks, key=lambda task: task[0])
                shift = sum(value for value, _moved in shifts)
                over = over or longest[0] > MOST_MS or shift > 0
                print(f"  {title:22} {longest[0]:6.1f} ms, mostly {longest[1]};"
                      f" {sum(ms > MOST_MS for ms, _ in tasks)} over; layout shift {shift:.4f}"
                      f" {' | '.join(moved for _, moved in shifts)}")  # fmt: skip
        browser.close()
    print("  over the bound" if over else "  within the bound")


@contextmanager
def table(site: Site, browser: Browser, seat: int) -> Iterator[tuple[str, list[Program], Page]]:
    """Start a game, and open its table on a phone for this seat."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="no-preference"
    )
    code, people = dealt(site, "nine-sets", NAMES)
    give_hands(site, people, code, {})
    at_pace(context, "normal")
    yield code, people, tab_of(context, people[seat], code).page
    context.close()


def measured(
    browser: Browser, page: Page, play: Callable[[], object]
) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """Make and show a move. Return the tasks of the main thread, and the layout shifts."""
    page.evaluate(WARM_UP)
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    page.evaluate(TWO_FRAMES)
    browser.start_tracing(page=page, categories=CATEGORIES)
    play()
    page.wait_for_function(IS_STILL)
    page.evaluate(TWO_FRAMES)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    shifts = [(value, moved) for value, moved in page.evaluate("shifts") if value]
    return tasks_of(events), shifts


def tasks_of(events: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """Return the lengths of the tasks of the page's main thread, in milliseconds on a processor
    that is ``SLOWED`` times slower. A long task also has the names of its longest parts.
    """
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each.get("name") == "thread_name" and each["args"].get("name") == "CrRendererMain"
    }
    own = [
        each for each in events if each.get("ph") == "X" and (each["pid"], each["tid"]) in threads
    ]
    # The trace has the main threads of several pages: the table, and empty pages, which do almost
    # no work.
    tasks = [each for each in own if each["name"] == "RunTask" and "tdur" in each]
    return [(SLOWED * task["tdur"] / 1000, parts_of(task, own)) for task in tasks]


def parts_of(task: dict[str, Any], events: list[dict[str, Any]]) -> str:
    if SLOWED * task["tdur"] / 1000 < MOST_MS / 2:
        return "little"
    spent: dict[str, float] = {}
    for each in events:
        inside = each["tid"] == task["tid"] and 0 <= each["ts"] - task["ts"] < task["dur"]
        if inside and each["name"] in PARTS:
            where = each.get("args", {}).get("data", {}).get("functionName", "")
            name = f"{each['name']} {where}".strip()
            spent[name] = spent.get(name, 0) + SLOWED * each.get("tdur", 0) / 1000
    most = sorted(spent.items(), key=lambda each: -each[1])[:4]
    return ", ".join(f"{name} {ms:.0f}" for name, ms in most)


# The kinds of moves. A ``Play`` prepares a move and returns a function that makes it.

Play = Callable[[Site, str, list[Program], Page], Callable[[], object]]


def ask(site: Site, code: str, people: list[Program], *, hit: bool) -> dict[str, Any]:
    hands = live_hands(site, code)
    asks = people[0].state(code)["legal"]["asks"]
    return next(
        {"ask": card, "of": of}
        for card, seats in asks.items()
        for of in seats
        if (card in hands[of]) == hit and of != 1
    )


def asks(hit: bool) -> Play:
    def play(site: Site, code: str, people: list[Program], page: Page) -> Callable[[], object]:
        move = ask(site, code, people, hit=hit)
        return lambda: people[0].move(code, move, 0)

    return play


def own_ask(site: Site, code: str, people: list[Program], page: Page) -> Callable[[], object]:
    move = ask(site, code, people, hit=True)
    return lambda: Player(page, site).move(move)


def reload(page: Page, site: Site) -> None:
    """Load the new hands before the move. Otherwise the whole hand would change together with the
    move.
    """
    page.reload()
    Player(page, site).wait_for_connection("saved")


def claims(right: bool) -> Play:
    def play(site: Site, code: str, people: list[Program], page: Page) -> Callable[[], object]:
        cards = SETS[people[0].state(code)["rules"]["deck"]]["high-spades"]
        named = {card: (0, 2, 4)[number % 3] for number, card in enumerate(cards)}
        give_hands(site, people, code, named if right else named | {cards[1]: 3})
        reload(page, site)
        move = {"claim": "high-spades", "holders": named}
        return lambda: people[0].move(code, move, 0)

    return play


def first_set_gone(
    site: Site, code: str, people: list[Program], page: Page
) -> Callable[[], object]:
    give_whole_sets(site, code, people[0].state(code))
    reload(page, site)
    state = people[0].state(code)
    name = state["legal"]["claims"][0]
    holders = dict.fromkeys(SETS[state["rules"]["deck"]][name], 0)
    return lambda: people[0].move(code, {"claim": name, "holders": holders}, 0)


MOVES: tuple[tuple[str, int, Play], ...] = (
    ("a hit", 1, asks(True)),
    ("a miss", 1, asks(False)),
    ("an own hit", 0, own_ask),
    ("a right claim", 1, claims(True)),
    ("a wrong claim", 1, claims(False)),
    ("a claim of one hand", 1, first_set_gone),
)

if __name__ == "__main__":
    main()
