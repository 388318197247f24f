"""Where the parts of a scene are: nothing flies away from the table."""

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.moments import hold, stop
from tests.browser.player import tab_of
from tests.live import seated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

# How far each back of a card is from the nearest name plate.
FROM_PLATES = """() => {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const plates = [...document.querySelectorAll(".seats .plate")].map(middle);
  return [...document.querySelectorAll(".flyer.back")].map(middle).map(([x, y]) =>
    Math.min(...plates.map(([left, top]) => Math.hypot(left - x, top - y))));
}"""


def test_a_deal_reaches_the_seats_although_the_hand_sizes_are_secret(site, context: BrowserContext):
    code, people = seated(site, "silent-hands", NAMES)
    page = tab_of(context, people[0], code, {"width": 320, "height": 640}).page
    stop(page)
    people[0].done(f"/r/{code}/start/")
    hold(page, 1000, ".flyer.back")
    assert max(page.evaluate(FROM_PLATES)) < 30
