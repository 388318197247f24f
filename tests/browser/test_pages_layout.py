"""Pages beside the table: none is wider than the screen, too small to hit, or heavy."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import test_axe as places
from tests.browser.test_axe import in_thread, open_everything, session_cookie

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

# The last is a laptop's screen at 200 %, the first a small phone's.
SIZES = [(320, 640), (360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (640, 400)]
PAGES = [
    places.home_of_a_stranger,
    places.home_with_tables,
    places.name_page,
    places.name_on_the_way_to_a_table,
    places.profile,
    places.new_table,
    places.lobby_of_host,
    places.lobby_of_guest,
    places.lobby_of_spectator,
    places.house_rules,
    places.signing_in,
    places.signing_up,
    places.game_page,
    places.game_of_a_friend,
    places.history,
    places.second_page_of_history,
    places.statistics,
    places.history_of_a_room,
    places.bringing_in,
    places.rules_page,
    places.rules_for_a_long_name,
    places.no_such_table,
]
TARGET = 44

# Links in running text are as high as the text, as everywhere.
TOO_SMALL = """
(least) => [...document.querySelectorAll('a, button, summary, select, input, label.avatar')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((e) => !e.matches('p a:not(.button), dd a, [type=radio], [type=checkbox]'))
  .filter((e) => !e.closest('[popover]') && !e.matches('.skip-link'))
  .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120)])
  .filter(([box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
  .map(([box, html]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`)
"""

CROWDED = """
() => [...document.querySelectorAll('.site-header > *')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.__name__)
def test_it_fits_every_screen(live_server: Any, browser: Browser, place: Any) -> None:
    user, path = in_thread(place)
    context = browser.new_context()
    if user:
        context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(live_server.url + path)
    open_everything(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(TOO_SMALL, TARGET) == [], width
        assert page.evaluate(CROWDED) == [], width
    context.close()


@pytest.mark.parametrize(
    ("place", "links"),
    [
        (places.new_table, "main form > p > a"),
        (places.house_rules, "main > p > a"),
        (places.lobby_of_host, "#rules a"),
    ],
    ids=lambda it: getattr(it, "__name__", it),
)
def test_a_link_by_itself_is_easy_to_hit(
    live_server: Any, browser: Browser, place: Any, links: str
) -> None:
    user, path = in_thread(place)
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(live_server.url + path)
    page.evaluate("document.getElementById('rules')?.showPopover()")
    found = page.locator(links).all()
    assert found
    for link in found:
        box = link.bounding_box()
        assert box and box["height"] >= 40, link.inner_text()
    context.close()


def test_the_first_page_is_light_and_stays_where_it_is(live_server: Any, page: Page) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver((list) => list.getEntries()"
        ".forEach((each) => (window.shifts += each.value)))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url, wait_until="networkidle")
    # Not compressed here; with compression it is about half.
    size = page.evaluate(
        "performance.getEntries().reduce((sum, each) => sum + (each.encodedBodySize || 0), 0)"
    )
    assert 50_000 < size < 200_000
    assert page.evaluate("shifts") < 0.01
    assert complaints == []


def test_the_way_to_play_is_on_the_first_screen_of_a_phone(live_server: Any, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})  # with the browser's own bars
    page.goto(live_server.url)
    box = page.get_by_role("button", name="Play now").bounding_box()
    assert box and box["y"] + box["height"] < 664 and box["height"] >= 60


@pytest.mark.parametrize("place", [places.signing_in, places.signing_up, places.history])
def test_links_in_text_are_large_for_fingers(
    live_server: Any, browser: Browser, place: Any
) -> None:
    user, path = in_thread(place)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    if user:
        context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(live_server.url + path)
    heights = page.locator("main p a").evaluate_all(
        "links => links.map((link) => link.getBoundingClientRect().height)"
    )
    assert heights and min(heights) >= 40
    context.close()
