"""People sort their hand, and drag its cards by mouse, finger and keys. The order stays."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import Program, Site, bring_turn_to, dealt
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])

CARDS = "() => [...document.querySelectorAll('#hand .card')].map((card) => card.dataset.card)"
NOTE_ORDERS = f"""() => {{
  window.orders = new Set();
  const note = () => orders.add(({CARDS})().join(" "));
  new MutationObserver(note).observe(document.body, {{ childList: true, subtree: true }});
}}"""


def table(site: Site, context: BrowserContext, size, preset="nine-sets", names=NAMES):
    """Return the code, the people, and the tab of the first person."""
    code, people = dealt(site, preset, names, turn=0)
    return code, people, tab_of(context, people[0], code, size)


def cards(page: Page) -> list[str]:
    return page.evaluate(f"() => ({CARDS})()")


def card(page: Page, text: str) -> Locator:
    return page.locator(f'#hand [data-card="{text}"]')


def corner(page: Page, text: str) -> tuple[float, float]:
    """Return a point on a card that no other card covers."""
    box = card(page, text).bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 12


def moved(order: list[str], text: str, to: int) -> list[str]:
    others = [each for each in order if each != text]
    return [*others[:to], text, *others[to:]]


def expect_order(page: Page, order: list[str], sort: str = "own") -> None:
    page.wait_for_function(f"order => ({CARDS})().join() === order.join()", arg=order)
    expect(page.locator("#hand")).to_have_attribute("data-sort", sort)


def drag(page: Page, text: str, onto: str) -> None:
    """Drag a card by mouse to the place of another card, and wait until it is stored."""
    with page.expect_response("**/hand/") as answer:
        page.mouse.move(*corner(page, text))
        page.mouse.down()
        x, y = corner(page, onto)
        page.mouse.move(x, y, steps=6)
        page.mouse.up()
    assert answer.value.status == 200


def stored(site: Site, people: list[Program], code: str) -> str:
    game = people[0].state(code)["game"]
    sql = "SELECT own_order FROM game_hand WHERE game_id = ? AND seat = 0"
    return site.rows(sql, game)[0]["own_order"]


@SIZES
def test_a_card_is_dragged_by_mouse(site, context, new_context, size):
    code, people, tab = table(site, context, size)
    before = cards(tab.page)
    order = moved(before, before[1], 6)
    drag(tab.page, before[1], before[6])
    expect_order(tab.page, order)
    assert stored(site, people, code) == " ".join(order)
    # An update, a reload and another device
    bring_turn_to(site, code, people, 3)
    bring_turn_to(site, code, people, 2)
    tab.wait_for(people[0].state(code)["version"])
    now = [each for each in order if each in cards(tab.page)]
    assert [each for each in cards(tab.page) if each in order] == now
    shown = cards(tab.page)
    tab.page.reload()
    expect_order(tab.page, shown)
    tab.page.goto("about:blank")
    other = tab_of(new_context(), people[0], code, LAPTOP if size == PHONE else PHONE)
    expect_order(other.page, shown)
    assert tab.errors == other.errors == []


def test_no_card_jumps_when_the_order_is_stored_and_at_the_next_update(site, context):
    """From the end of the drag on, the cards have their final order."""
    code, people, tab = table(site, context, LAPTOP)
    before = cards(tab.page)
    tab.page.evaluate(NOTE_ORDERS)
    drag(tab.page, before[0], before[4])
    order = moved(before, before[0], 4)
    expect_order(tab.page, order)
    people[1].done(f"/r/{code}/react/", reaction="wow")
    expect(tab.page.locator(".reactions li")).to_have_count(1)
    assert tab.page.evaluate("() => [...orders]") == [" ".join(order)]


@SIZES
def test_a_card_is_moved_by_keys(site, context, size):
    code, people, tab = table(site, context, size)
    page, before = tab.page, cards(tab.page)
    page.locator("#hand").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(card(page, before[1])).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect(card(page, before[1])).to_be_focused()
    expect(page.locator("#news")).to_contain_text("place 5 of 9")
    page.keyboard.press("Shift+ArrowLeft")
    order = moved(before, before[1], 3)
    expect_order(page, order)
    wait_until("it is stored", lambda: stored(site, people, code) == " ".join(order))
    expect(card(page, before[1])).to_be_focused()
    page.reload()
    expect_order(page, order)
    assert tab.errors == []


@SIZES
def test_the_control_sorts_by_rank_and_drops_the_own_order(site, context, new_context, size):
    code, people, tab = table(site, context, size)
    page, by_set = tab.page, cards(tab.page)
    by_rank = sorted(by_set, key=lambda text: "23456789TJQKARB".index(text[0]))
    button = page.get_by_role("button", name="Sort your hand")
    panel = page.get_by_role("dialog", name="Sort your hand")
    button.press("Enter")
    expect(panel.get_by_role("button", name="By set")).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("button", name="By rank").press("Enter")
    expect(panel).to_be_hidden()
    expect(button).to_be_focused()
    expect(page.locator("#hand")).to_have_attribute("data-sort", "rank")
    assert sorted(cards(page)) == sorted(by_set)
    assert [each[0] for each in cards(page)] == [each[0] for each in by_rank]
    shown = cards(page)
    drag(page, shown[0], shown[3])
    expect_order(page, moved(shown, shown[0], 3))
    button.click()
    expect(panel.get_by_role("button", name="My own order")).to_have_attribute(
        "aria-pressed", "true"
    )
    panel.get_by_role("button", name="By set").click()
    expect_order(page, by_set, "set")
    button.click()
    panel.get_by_role("button", name="By rank").click()
    expect_order(page, shown, "rank")
    tab.page.goto("about:blank")
    other = tab_of(new_context(), people[0], code)
    expect_order(other.page, shown, "rank")
    assert tab.errors == other.errors == []


class Finger:
    """A finger on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def go(
        self, start: tuple[float, float], end: tuple[float, float], *, rests: bool = False
    ) -> None:
        """Move from one point to the other, after a rest on the first one."""
        (x, y), (to_x, to_y) = start, end
        self.send("touchStart", start)
        if rests:
            expect(self.page.locator(".is-dragged")).to_be_visible()
        for part in range(1, 9):
            self.send("touchMove", (x + (to_x - x) * part / 8, y + (to_y - y) * part / 8))
        self.send("touchEnd")


def test_a_card_is_dragged_by_finger(site, new_context):
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    # With four players a hand has two rows.
    code, people, tab = table(site, context, PHONE, names=NAMES[:4])
    page, before = tab.page, cards(tab.page)
    finger = Finger(page)
    with page.expect_response("**/hand/"):
        finger.go(corner(page, before[1]), corner(page, before[4]))
    order = moved(before, before[1], 4)
    expect_order(page, order)
    # Up and down the page scrolls, unless the finger has rested on the card.
    top = corner(page, order[2])
    below = corner(page, order[10])
    finger.go(top, (top[0], below[1]))
    expect(page.locator(".is-dragged, .is-aside")).to_have_count(0)
    assert cards(page) == order
    with page.expect_response("**/hand/"):
        finger.go(top, below, rests=True)
    expect_order(page, moved(order, order[2], 10))
    # A tap moves nothing.
    page.touchscreen.tap(*corner(page, order[0]))
    assert cards(page) == moved(order, order[2], 10)
    assert stored(site, people, code) == " ".join(cards(page))
    assert tab.errors == []


def test_escape_ends_a_drag(site, context):
    _code, _people, tab = table(site, context, LAPTOP)
    page, before = tab.page, cards(tab.page)
    page.mouse.move(*corner(page, before[0]))
    page.mouse.down()
    page.mouse.move(*corner(page, before[5]), steps=4)
    expect(page.locator(".is-dragged")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".is-dragged, .is-aside, #hand .card[style]")).to_have_count(0)
    page.mouse.up()
    expect_order(page, before, "set")


def test_a_refused_order_is_put_back(site, context):
    _code, _people, tab = table(site, context, LAPTOP)
    page, before = tab.page, cards(tab.page)
    refused = '{"code": "not_held", "message": "Your hand has changed."}'
    page.route("**/hand/", lambda route: route.fulfill(status=422, body=refused))
    page.locator("#hand").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#refusal")).to_have_text("Your hand has changed.")
    expect_order(page, before, "set")


def test_an_update_during_a_drag(site, context):
    """If the update takes no card, the drag goes on."""
    code, people, tab = table(site, context, LAPTOP)
    page, before = tab.page, cards(tab.page)
    page.mouse.move(*corner(page, before[0]))
    page.mouse.down()
    x, y = corner(page, before[5])
    page.mouse.move(x, y, steps=4)
    people[1].done(f"/r/{code}/react/", reaction="wow")
    expect(page.locator(".reactions li")).to_have_count(1)
    with page.expect_response("**/hand/"):
        page.mouse.move(x + 2, y)
        page.mouse.up()
    expect_order(page, moved(before, before[0], 5))
    assert tab.errors == []
