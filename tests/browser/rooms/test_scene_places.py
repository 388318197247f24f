"""Where the parts of a scene are: nothing flies away from the table, covers a sentence, or moves
before its time.
"""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.moments import at_pace, give_hands, go_on, hold, stop
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import dealt, seated

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


def test_the_breath_of_an_ask_looks_the_same_before_a_hit_and_a_miss(site, context: BrowserContext):
    """On a wide screen. The card covers no sentence, and the prompt stays in its place."""
    code, people = dealt(site, "nine-sets", NAMES)
    sets, holders = give_hands(site, people, code, {})
    at_pace(context, "normal")
    page = tab_of(context, people[1], code, {"width": 1920, "height": 1080}).page
    prompt = box(page, ".prompt")
    cards = next(cards for cards in sets.values() if holders[cards[1]] == 1)
    looks = []
    for version, card in enumerate(cards[1:3]):
        stop(page)
        people[0].move(code, {"ask": card, "of": 1}, version)
        hold(page, 400, ".moment .answer")
        looks.append([box(page, f".moment {part}") for part in (".card", ".said")])
        if not version:
            go_on(page)
            expect(page.locator(".moment")).to_have_count(0)
    (card, said), after_miss = looks
    assert card["y"] + card["height"] <= said["y"] + 2
    assert after_miss[0] == card
    assert box(page, ".prompt.is-held") == prompt


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found
    return dict(found)
