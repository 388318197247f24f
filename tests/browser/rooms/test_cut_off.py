"""While the server can't be reached, the table says what can't be done, and covers nothing."""

import re

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import tab_of
from tests.browser.rooms.test_table_hints import COVERED
from tests.browser.rooms.test_table_layout import resize
from tests.cluster.kit.site_process import SETS, bring_turn_to, dealt

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
REASON = "No connection. You can still look at everything, and go on when it is back."
SIZES = [(320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
NEEDED = ".table-bar > *, .site-name, .shelf, .seat > .face, .seat > .plate, .prompt > *, .hand .card, .actions > *"  # fmt: skip  # noqa: E501
#: The places of the seats and of the hand.
SEATS = """() => [...document.querySelectorAll(".seats > .seat, #hand .card")].map((each) => {
  const { x, y } = each.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
})"""


@pytest.fixture
def cut(context: BrowserContext):
    """A function that closes the sockets of this context's pages, and takes it off the network."""
    sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    def cut() -> None:
        context.set_offline(True)
        for socket in sockets:
            socket.close(code=1013)

    context.route_web_socket(re.compile("/ws/r/"), route)
    return cut


def test_the_sheets_say_why_nothing_can_be_sent(site, context: BrowserContext, cut):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    bring_turn_to(site, code, people, 0)
    tab = tab_of(context, people[0], code)
    page, version = tab.page, people[0].state(code)["version"]
    cards, told = page.locator("#tray button.card"), page.locator(".cut-off >> visible=true")
    cut()
    tab.wait_for_connection("down")
    page.locator(".target").first.click()
    expect(told).to_have_text([REASON])
    expect(page.locator("#tray button.card:enabled")).to_have_count(0)
    page.keyboard.press("Escape")

    page.locator("#claims-button").click()
    page.locator(".claim > summary").first.click()
    expect(told).to_have_text([REASON])
    # The cards of a claim can be placed meanwhile.
    for place in page.locator(".claim[open] fieldset.place").all():
        place.locator("label").first.click()
    page.locator(".claim[open] .look").click()
    expect(page.locator(".claim[open] .confirm")).to_be_disabled()
    for _ in range(3):
        page.keyboard.press("Escape")

    context.set_offline(False)
    expect(page.locator(".cut-off")).to_have_count(0)
    page.locator(".target").first.click()
    expect(cards.first).to_be_enabled()
    cards.first.click()
    tab.wait_for(version + 1)
    assert tab.errors == []


def test_a_pass_waits_for_the_connection(site, context: BrowserContext, cut):
    code, people = dealt(site, "first-game", NAMES)
    give_whole_sets(site, code, people[0].state(code))
    claim, cards = next(
        (name, cards)
        for name, cards in SETS["8s-out"].items()
        if cards[0] in people[0].state(code)["hand"]
    )
    holders = dict.fromkeys(cards, 0)
    assert people[0].move(code, {"claim": claim, "holders": holders}, 0).status_code == 200
    tab = tab_of(context, people[0], code)
    cut()
    expect(tab.page.locator("#pass .cut-off")).to_have_text(REASON)
    expect(tab.page.locator("#pass button:enabled")).to_have_count(0)
    context.set_offline(False)
    tab.page.locator("#pass button").first.click()
    tab.wait_for(2)


def test_the_message_about_the_connection_covers_nothing(site, context: BrowserContext, cut):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    bring_turn_to(site, code, people, 0)
    tab = tab_of(context, people[0], code)
    places = {}
    for size in SIZES:
        resize(tab.page, *size)
        places[size] = tab.page.evaluate(SEATS)
    cut()
    tab.wait_for_connection("down")
    for width, height in SIZES:
        resize(tab.page, width, height)
        assert tab.page.evaluate(SEATS) == places[width, height], width
        assert tab.page.evaluate(COVERED, ["#connection", NEEDED]) == [], width
        expect(tab.page.locator("#connection")).to_be_in_viewport(ratio=1)
