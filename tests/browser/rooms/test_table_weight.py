"""The size of a table's first load and of each move, and the layout shifts."""

import html
import json
import re
import zlib

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.kit.kept import new_context
from tests.browser.kit.player import Player, stand_still, tab_of
from tests.cluster.kit.site_process import (
    CARDS,
    SETS,
    Program,
    Site,
    bring_turn_to,
    dealt,
    last_seen,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
LEAST, FIRST_LOAD = 60 * 1024, 136 * 1024
MOVE = 4 * 1024

# After two frames the browser has reported all earlier layout shifts.
TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"""


def test_the_first_load_is_small(site, browser: Browser):
    code, people = dealt_evenly(site, "nine-sets")
    context = new_context(browser)  # Its cache is empty.
    page = context.new_page()
    loaded = weighing(page)
    visit(page, people[0], site, code)
    page.wait_for_function("() => document.getElementById('connection').dataset.state === 'saved'")
    page.wait_for_load_state("networkidle")
    # Count the document as a proxy would compress it.
    document = people[0].get(f"/r/{code}/", Accept="text/html").text
    loaded[page.url] = min(loaded[page.url], deflated(document))
    # If the socket opens late, the page polls. The poll is not part of the first load. Nor are the
    # styles of a lobby and of an end, which come after it.
    news = page.locator("#room").get_attribute("data-regions")
    loaded.pop(f"{site.url}{news}", None)
    late = [url for url in loaded if re.search("css/(lobby|later)/", url)]
    assert len(late) == 2
    for url in late:
        del loaded[url]
    by_size = sorted(loaded.items(), key=lambda each: -each[1])
    assert LEAST <= sum(loaded.values()) <= FIRST_LOAD, by_size
    assert page.evaluate("document.querySelectorAll('script:not([src])').length") == 0
    context.close()


def test_a_move_is_small(site, context: BrowserContext):
    """Measure the updates, each compressed separately."""
    code, people = dealt_evenly(site, "first-game")
    frames: list[str] = []
    page = context.new_page()
    page.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(text)))
    visit(page, people[0], site, code)
    tab = Player(page, site)
    tab.wait_for_connection("saved")
    # The marks of players who are away make the updates longer.
    for seat in range(1, len(people)):
        last_seen(site, code, seat, -40)
    expect(page.locator(".seat.is-away")).to_have_count(len(people) - 1)
    for turn_to in (1, 0) * 6:
        bring_turn_to(site, code, people, turn_to)
        tab.wait_for(people[0].state(code)["version"])
    # If two moves come quickly one after the other, an update has both.
    weights = [deflated(frame) for frame in frames if moves_in(frame) == 1]
    assert len(weights) > 6
    assert max(weights) <= MOVE, weights


def moves_in(frame: str) -> int:
    """Return the number of moves in an update; 0 for other messages."""
    (moves,) = re.findall(r'data-moves="([^"]*)"', frame) or ["[]"]
    return len(json.loads(html.unescape(moves)))


def test_there_is_no_layout_shift(site, context: BrowserContext):
    """The browser reports almost no layout shift while the players move."""
    code, people = dealt(site, "nine-sets", NAMES)
    bring_turn_to(site, code, people, 1)
    tab = tab_of(context, people[0], code)
    tab.page.evaluate(
        "() => { window.shifts = 0; new PerformanceObserver((list) => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value;"
        "}).observe({ type: 'layout-shift' }); }"
    )
    tab.page.evaluate(
        "() => document.addEventListener("
        "'table:shown', ({ detail }) => { window.seen = detail.number; })"
    )
    for turn_to in (2, 3, 0, 1, 4):
        bring_turn_to(site, code, people, turn_to)
    last = people[0].state(code)["version"] - 1
    tab.page.wait_for_function("last => window.seen === last", arg=last)
    stand_still(tab.page)
    tab.page.evaluate(TWO_FRAMES)
    assert tab.page.evaluate("shifts") < 0.02


def dealt_evenly(site: Site, preset: str) -> tuple[str, list[Program]]:
    """A game in which each player has a card of every set. The first seat has the turn.

    The size of a table depends on the hands. With these hands it is large, because each player may
    ask for most cards.
    """
    code, people = dealt(site, preset, NAMES)
    state = people[0].state(code)
    deck = [card for cards in SETS[state["rules"]["deck"]].values() for card in cards]
    for seat in range(len(people)):
        bits = sum(1 << CARDS.index(card) for card in deck[seat :: len(people)])
        site.write(
            "UPDATE game_hand SET dealt = ?, live = ? WHERE game_id = ? AND seat = ?",
            *(bits, bits, state["game"], seat),
        )
    site.write("UPDATE game_game SET turn = 0, edition = edition + 1 WHERE id = ?", state["game"])
    return code, people


def visit(page: Page, person: Program, site: Site, code: str):
    page.context.add_cookies(
        [{"name": n, "value": v, "url": site.url} for n, v in person.http.cookies.items()]
    )
    page.goto(f"{site.url}/r/{code}/")
    return page


def weighing(page: Page) -> dict[str, float]:
    """Return the sizes of the responses in bytes, by URL. The result grows while the page
    loads.
    """
    addresses: dict[str, str] = {}
    loaded: dict[str, float] = {}
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on(
        "Network.requestWillBeSent",
        lambda event: addresses.update({event["requestId"]: event["request"]["url"]}),
    )
    line.on(
        "Network.loadingFinished",
        lambda event: loaded.update(
            {addresses.get(event["requestId"], "?"): event["encodedDataLength"]}
        ),
    )
    return loaded


def deflated(frame: str | bytes) -> int:
    """Return the size of an update or a document, compressed independently of other data."""
    text = frame.encode() if isinstance(frame, str) else frame
    press = zlib.compressobj(6, zlib.DEFLATED, -12)
    return len(press.compress(text) + press.flush())
