"""The sheet for asking. Its cards are laid out before it opens, and a sent ask closes it."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.moments import at_pace
from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import bring_turn_to, dealt, live_hands, logged_moves

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
IS_READY = "() => document.documentElement.dataset.tray === 'ready'"
LOOK = """() => {
  const { display, visibility } = getComputedStyle(document.getElementById("tray"));
  return [display, visibility];
}"""


@pytest.fixture
def asking(site, context: BrowserContext) -> tuple[str, list, Player]:
    """A room's code, its people, and the tab of the first person, who has the turn."""
    code, people = dealt(site, "nine-sets", NAMES)
    bring_turn_to(site, code, people, 0)
    at_pace(context, "fast")
    return code, people, tab_of(context, people[0], code)


def sure_hits(site, code: str, asker) -> list[tuple[str, int]]:
    """The asks that hit: cards and the opponents who hold them."""
    hands = live_hands(site, code)
    asks = asker.state(code)["legal"]["asks"]
    return [(card, of) for card, seats in asks.items() for of in seats if card in hands[of]]


def wait_until_ready(page: Page) -> None:
    page.wait_for_function(IS_READY)
    assert page.evaluate(LOOK) == ["grid", "hidden"]


def test_the_cards_are_laid_out_before_an_opponent_is_chosen(asking):
    """This makes a tap on an opponent faster. Before the tap nobody can see or use the cards."""
    _code, _people, tab = asking
    wait_until_ready(tab.page)
    assert tab.page.get_by_role("button", name="of hearts").count() == 0
    tab.page.locator("#tray button.card").first.evaluate("card => card.focus()")
    assert tab.page.evaluate("document.activeElement.tagName") == "BODY"

    tab.choose(tab.form("/ask/"), "of", 3)
    expect(tab.page.locator("#tray")).to_be_visible()
    assert tab.page.evaluate(LOOK) == ["grid", "visible"]
    tab.page.locator("#tray .close").click()
    assert tab.page.evaluate(LOOK) == ["grid", "hidden"]


def test_a_hit_closes_the_sheet_and_the_next_ask_goes_on(site, asking):
    """The form stays in the page after an own ask, but without the opponent of this ask."""
    code, people, tab = asking
    tab.page.evaluate("window.asking = document.getElementById('ask')")
    version = people[0].state(code)["version"]
    made = []
    for _ in range(2):
        card, of = sure_hits(site, code, people[0])[0]
        tab.ask(card, of)
        made.append((0, card, of))
        version += 1
        tab.wait_for(version)
        assert tab.page.locator(".target :checked").count() == 0
        assert tab.page.locator(f"#card-{card}").count() == 0
        wait_until_ready(tab.page)
        assert "sheet" not in tab.page.evaluate("({ ...document.documentElement.dataset })")
    moves = logged_moves(site, people[0].state(code)["game"])[-2:]
    assert [(each["seat"], each["ask"], each["of"]) for each in moves] == made
    assert tab.page.evaluate("window.asking.isConnected && !('sent' in window.asking.dataset)")
    assert tab.errors == []


def test_the_focus_moves_on_when_a_pause_blocks_the_ask(site, context: BrowserContext):
    """The choices stay in the page during a claim pause, but can't be used."""
    code, people = dealt(site, "nine-sets-anytime", NAMES, turn=0)
    tab = tab_of(context, people[0], code)
    tab.page.keyboard.press("a")
    expect(tab.page.locator(".target input").first).to_be_focused()
    people[1].done(f"/r/{code}/declare/", set="high-diamonds")
    expect(tab.page.locator(".whom[inert]")).to_be_attached()
    expect(tab.page.locator("#hand")).to_be_focused()


def test_the_keyboard_begins_at_the_first_card(asking):
    """The sheet is scrolled to its start again."""
    _code, _people, tab = asking
    tab.page.set_viewport_size({"width": 640, "height": 300})
    tab.choose(tab.form("/ask/"), "of", 1)
    tab.page.locator(".tray-sets").evaluate("sets => sets.scrollTo(0, 999)")
    assert tab.page.locator(".tray-sets").evaluate("sets => sets.scrollTop") > 0
    for key in ("Escape", "a", "Space", "Enter"):
        tab.page.keyboard.press(key)
    first = tab.page.locator("#tray button.card").first
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
