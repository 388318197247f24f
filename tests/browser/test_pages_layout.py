"""The home page is small and does not shift, a phone shows its button without scrolling, and links
are large enough for fingers. (`test_axe` checks whether pages fit.)
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import test_axe as places
from tests.browser.kit.kept import new_context
from tests.browser.test_axe import in_thread, session_cookie

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_the_home_page_is_small_and_does_not_shift(live_server: Any, browser: Browser) -> None:
    context = new_context(browser, reduced_motion="reduce")  # Its cache is empty.
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver((list) => list.getEntries()"
        ".forEach((each) => (window.shifts += each.value)))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url, wait_until="networkidle")
    # Pages are not compressed in this test. With compression the size is about half.
    size = page.evaluate(
        "performance.getEntries().reduce((sum, each) => sum + (each.encodedBodySize || 0), 0)"
    )
    assert 50_000 < size < 200_000
    assert page.evaluate("shifts") < 0.01
    assert complaints == []
    context.close()


def test_the_button_to_play_is_on_the_first_screen_of_a_phone(live_server: Any, page: Page) -> None:
    # The height of a phone's screen without the bars of the browser.
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(live_server.url)
    box = page.get_by_role("button", name="Play now").bounding_box()
    assert box and box["y"] + box["height"] < 664 and box["height"] >= 60


@pytest.mark.parametrize("place", [places.signing_in, places.signing_up, places.history])
def test_links_in_text_are_large_for_fingers(
    live_server: Any, new_context: Any, place: Any
) -> None:
    user, path, *_more = in_thread(place)
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    if user:
        context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(live_server.url + path)
    heights = page.locator("main p a").evaluate_all(
        "links => links.map((link) => link.getBoundingClientRect().height)"
    )
    assert heights and min(heights) >= 40
