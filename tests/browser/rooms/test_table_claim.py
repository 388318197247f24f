"""The sheet for claims: half-placed claims, forgotten cards, and a layout that does not move."""

from itertools import pairwise

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import SETS, dealt, live_hands, logged_moves

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
DECK_SETS = SETS["8s-and-jokers"]
UPDATES = 8
PLACED = """() => [...document.querySelectorAll(".claim[open] input:checked")]
  .map((each) => `${each.name}=${each.value}`)"""
# Returns the cards of the open set that are not in view, or that have no names above their columns.
UNSEEN = """() => {
  const box = (element) => element.getBoundingClientRect();
  const form = document.querySelector(".claim[open] form");
  const list = box(form.closest(".claim-list"));
  const end = box(form.querySelector(".claim-end"));
  const heads = [...form.querySelectorAll(".place-head")].filter((each) => each.checkVisibility());
  const isSeen = ({ left, top, bottom }) => top >= list.top - 1 && bottom <= end.top + 1
    && bottom <= list.bottom + 1
    && heads.some((head) => Math.abs(box(head).left - left) < 1 && box(head).bottom <= top + 1);
  return [...form.querySelectorAll(".place:not(.place-head)")].filter((each) => !isSeen(box(each)))
    .map((each) => each.textContent.trim());
}"""
# Returns the names above the columns of which a part is cut off.
CUT = """() => [...document.querySelectorAll(".claim[open] .place-head > span")]
  .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
  .map((name) => name.textContent.trim())"""
VERSION = "() => Number(document.getElementById('versions').dataset.room)"


def test_a_half_placed_claim_survives_updates(site, context: BrowserContext):
    """The viewer has the turn. Other players begin claims and cancel them."""
    code, people = dealt(site, "nine-sets-anytime", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    page.set_viewport_size({"width": 390, "height": 844})
    own = live_hands(site, code)[0]
    free = [name for name, cards in DECK_SETS.items() if len(own & {*cards}) <= 3]
    name, other = free[:2]
    page.locator("#claims-button").click()
    page.locator(f"#claim-{name} > summary").click()
    places = page.locator(".claim[open] fieldset.place")
    places.nth(0).locator("label").first.click()
    places.nth(2).locator("label").last.click()
    begun = page.evaluate(PLACED)
    assert len(begun) == 2
    focused = page.evaluate("document.activeElement.name")
    assert begun[1].startswith(focused)

    for update in range(UPDATES):
        before = page.evaluate(VERSION)
        person = people[1 + (update // 2) % 5]
        if update % 2:
            person.done(f"/r/{code}/declare/cancel/")
        else:
            person.done(f"/r/{code}/declare/", set=other)
        page.wait_for_function(f"version => ({VERSION})() > version", arg=before)
        assert page.evaluate(PLACED) == begun
    assert page.evaluate("document.activeElement.name") == focused

    # A claim by another player does not change the half-placed claim either.
    state = people[1].state(code)
    claim = {"claim": other, "holders": dict.fromkeys(DECK_SETS[other], 1)}
    assert people[1].move(code, claim, state["version"]).status_code == 200
    page.wait_for_function(f"() => document.querySelector('.spine[data-set={other}]')")
    assert page.evaluate(PLACED) == begun

    for place in page.locator(".claim[open] fieldset.place").all():
        place.locator("label").first.click()
    page.locator(".claim[open] .look").click()
    confirm = page.locator(".claim[open] .confirm")
    expect(confirm).to_be_focused()
    before = page.evaluate(VERSION)
    people[2].done(f"/r/{code}/react/", reaction="wow")
    page.wait_for_function(f"version => ({VERSION})() > version", arg=before)
    expect(confirm).to_be_focused()
    confirm.click()
    expect(page.locator(f".spine[data-set={name}]")).to_have_count(1)
    expect(page.locator(".claim[open]")).to_have_count(0)
    made = logged_moves(site, state["game"])[-1]
    assert (made["seat"], made["claim"]) == (0, name)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=str)
def test_a_forgotten_card_is_named_beside_the_button(
    site, context: BrowserContext, size: tuple[int, int]
):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    own = live_hands(site, code)[0]
    name = next(name for name, cards in DECK_SETS.items() if len(own & {*cards}) <= 3)
    page.locator("#claims-button").click()
    page.locator(f"#claim-{name} > summary").click()
    places = page.locator(".claim[open] fieldset.place")
    forgotten = places.nth(1)
    for place in places.all():
        place.locator("label").first.click()
    forgotten.evaluate("place => { place.querySelector('input').checked = false; }")
    look = page.locator(".claim[open] .look")
    rows = [*places.all(), look, page.locator(".claim-sheet")]
    before = [row.bounding_box() for row in rows]
    look.click()
    card = forgotten.locator("legend").inner_text()
    says = page.locator(".claim[open] .claim-says")
    expect(says).to_have_text(f"Say who holds the {card}.")
    expect(says).to_be_in_viewport()
    # Nothing moves under the finger. So a second tap at the same place hits the same element.
    assert [row.bounding_box() for row in rows] == before
    expect(forgotten.locator("input").first).to_be_focused()
    expect(page.locator(".claim[open] .confirm")).to_be_hidden()
    forgotten.locator("label").last.click()
    expect(says).to_have_text("")
    page.locator(".claim[open] .look").click()
    expect(page.locator(".claim[open] .confirm")).to_be_focused()


def test_the_sheet_keeps_its_height_and_its_rows_are_equal(site, context: BrowserContext):
    """The rows are below their heading, have equal heights, and reach the end of the sheet. The
    sheet keeps its height when it shows the cards of one set, so that nothing moves under the
    finger.
    """
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#claims-button").click()
    expect(page.locator(".claim-sheet")).to_be_visible()
    boxes = page.locator(".claim-sheet").evaluate(
        "sheet => ['h3', '.pick'].map(name => [...sheet.querySelectorAll(name), sheet])"
        ".map(each => each.map(part => part.getBoundingClientRect()))"
        ".map(each => each.map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]))"
    )
    [(_, heading_ends), (_, sheet_ends)], [*sets, _] = boxes
    rows = sorted({(top, bottom) for top, bottom in sets})
    assert len(rows) == 5
    heights = [bottom - top for top, bottom in rows]
    assert max(heights) - min(heights) <= 1
    gaps = [below[0] - above[1] for above, below in pairwise(rows)]
    assert max(gaps) - min(gaps) <= 1
    assert rows[0][0] - heading_ends >= 8
    assert sheet_ends - rows[-1][1] < 24
    sheet = page.locator(".claim-sheet")
    height = sheet.evaluate("sheet => sheet.offsetHeight")
    page.locator(".claim > summary").last.click()
    expect(page.locator(".claim[open] .look")).to_be_visible()
    assert sheet.evaluate("sheet => sheet.offsetHeight") == height


def test_names_of_columns_are_not_cut_off(site, context: BrowserContext):
    names = "Asha Ben Chidi Dora Konstantin Emil Fatima Jun Christopher Hana Anna-Lena Ivo".split()
    code, people = dealt(site, "big-table", names, turn=0)
    page = tab_of(context, people[0], code, {"width": 320, "height": 640}).page
    page.locator("#claims-button").click()
    page.locator(".claim > summary").first.click()
    expect(page.locator(".claim[open] .look")).to_be_visible()
    assert page.evaluate(CUT) == []
    assert page.evaluate(UNSEEN) == []


@pytest.mark.parametrize("seats", [6, pytest.param(12, marks=pytest.mark.soak)])
def test_all_cards_of_a_set_are_in_view(site, context: BrowserContext, seats: int):
    names = [f"{name} {letter}" for name in NAMES[: seats // 2] for letter in "AB"]
    code, people = dealt(site, "big-table" if seats > 10 else "nine-sets", names, turn=0)
    page = tab_of(context, people[0], code).page
    page.locator("#claims-button").click()
    page.locator(".claim > summary").first.click()
    for width, height in [(320, 640), (360, 640), (390, 844), (844, 390), (740, 340), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(UNSEEN) == [], (width, height)
