"""On the smallest screens no text lies over faces or names, and the main action is in view."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE, looks_at, resize, tab_of
from tests.browser.rooms.test_table_hints import RECAP
from tests.cluster.kit.site_process import Program, bring_turn_to, dealt, live_hands

pytestmark = pytest.mark.browser

NAMES = "Asha Bartholomew Chidi Dora Emilia-Josephine Fatima".split()
SMALL, LANDSCAPE = {"width": 320, "height": 640}, {"width": 844, "height": 390}

# Returns the texts of the first selector that lie over an element of the second one.
OVER = """([texts, needed]) => {
  const boxes = [...document.querySelectorAll(needed)].map((each) => each.getBoundingClientRect());
  const words = [...document.querySelectorAll(texts)].filter((each) => each.checkVisibility());
  const lies = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].some((line) => boxes.some((box) =>
      Math.min(line.right, box.right) - Math.max(line.left, box.left) > 1 &&
      Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > 1));
  };
  return words.filter(lies).map((each) => each.textContent.trim());
}"""
IN_LOBBY = [".ring-needs", ".seat-face, .seat-plate"]
AT_TABLE = ["#last, .note", ".seat > .face, .seat > .plate"]
ABOVE = "(each) => Math.round(innerHeight - each.getBoundingClientRect().bottom)"


def test_the_lobby_on_a_small_screen(site, new_context):
    hanna = Program(site, "Hanna")
    code = hanna.open_room("nine-sets")
    page = looks_at(new_context(), hanna, code, SMALL).page
    start = page.locator("#fill-and-start")
    expect(start).to_be_visible()
    for needs in ("5 seats are free.", "The game can start."):
        expect(page.locator("#needs")).to_have_text(needs)
        resize(page, **SMALL)
        assert page.evaluate(OVER, IN_LOBBY) == []
        resize(page, **LANDSCAPE)
        page.evaluate("scrollTo(0, 0)")
        assert start.evaluate(ABOVE) >= 0
        if needs.startswith("5"):
            page.locator("#fill").click()
            start = page.locator("#start")
            expect(start).to_be_visible()
    page = looks_at(new_context(), Program(site, "Wim"), code, LANDSCAPE).page
    assert page.locator("#sit-down").evaluate(ABOVE) >= 0


def test_the_conclusion_from_a_missed_ask_is_above_the_own_seat(site, new_context):
    """The lamp above the own picture covers a part of the table, too."""
    code, people = dealt(site, "first-game", NAMES, turn=1)
    hands, state = live_hands(site, code), people[1].state(code)
    asks = state["legal"]["asks"].items()
    card = next(card for card, seats in asks if 0 in seats and card not in hands[0])
    page = looks_at(new_context(), people[0], code, PHONE).page
    people[1].move(code, {"ask": card, "of": 0}, state["version"])
    expect(page.locator("#last")).to_contain_text("Your turn.")
    # After the ask of a bot this line follows.
    page.locator("#last").evaluate(
        "(each) => each.insertAdjacentHTML('afterend', "
        "'<p class=follows>So Edith holds another card of Low diamonds.</p>')"
    )
    for width, height in ((390, 844), (360, 740), (375, 667)):
        resize(page, width, height)
        lines = page.locator(".last > .follows:visible, #last").all()
        lowest = max(box["y"] + box["height"] for each in lines if (box := each.bounding_box()))
        face = page.locator('.seats > [data-seat="0"] > .face').bounding_box()
        assert lowest <= face["y"] - 10, (width, height)


def test_a_note_at_a_small_table(site, new_context):
    code, people = dealt(site, "first-game", NAMES, turn=0)
    page = looks_at(new_context(), Program(site, "Wim"), code, SMALL).page
    bring_turn_to(site, code, people, 1)
    people[3].done(f"/r/{code}/leave/")
    expect(page.locator("#note")).to_contain_text("Dora left.")
    assert page.evaluate(OVER, AT_TABLE) == []


def test_the_summary_of_moves_does_not_touch_its_border(site, new_context):
    code, people = dealt(site, "first-game", NAMES, turn=0)
    page = tab_of(new_context(), people[0], code, {"width": 390, "height": 844}).page
    page.locator("#ask").wait_for(state="attached")
    page.evaluate(RECAP)
    outer, inner = page.locator(".recap").bounding_box(), page.locator(".recap span").bounding_box()
    assert inner["y"] - outer["y"] >= 4
    assert outer["y"] + outer["height"] - inner["y"] - inner["height"] >= 4
