"""Two tabs of one person, two clicks, or a repeated request. There is always only one move."""

import re
import sqlite3

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.kit.player import MUTE_SOCKETS, Player, same_as_stored, tab_of
from tests.cluster.kit.site_process import Program, Site, bring_turn_to, dealt, live_hands
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

# Prepares a tab. All prepared tabs click at once when TELL runs.
CLICK_WHEN_TOLD = """(card) => {
  const button = document.querySelector(`[name=card][value="${card}"]`);
  window.told = new BroadcastChannel("now");
  told.onmessage = () => button.click();
}"""
TELL = "() => new BroadcastChannel('now').postMessage('')"
SEND_AGAIN = """async ({url, body, headers}) => {
  const answer = await fetch(url, {method: "POST", body, headers});
  return [answer.status, await answer.text()];
}"""


def posting_tab(context: BrowserContext, person: Program, code: str) -> Player:
    """Open the room in a tab whose moves go by POST. ``test_moves_by_socket.py`` tests a double
    click and lost messages for moves through the socket.
    """
    tab = tab_of(context, person, code)
    tab.page.evaluate(f"() => {{ {MUTE_SOCKETS}; }}")
    return tab


@pytest.fixture
def table(site):
    """A game of six people. The first seat has the turn."""
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    return code, people


def rows(site: Site, code: str) -> list[sqlite3.Row]:
    """Return the rows of a room's game, of its hands and of its moves."""
    game = site.rows("SELECT game_id FROM rooms_room WHERE code = ?", code)[0][0]
    kept = []
    for name, key in [("game_game", "id"), ("game_hand", "game_id"), ("game_move", "game_id")]:
        kept += site.rows(f"SELECT * FROM {name} WHERE {key} = ? ORDER BY id", game)
    return [tuple(row) for row in kept]


def questions(site: Site, code: str, people: list[Program], *, hits: bool) -> list[tuple[str, int]]:
    """Return the asks of the first seat that hit, or those that miss."""
    asks = people[0].state(code)["legal"]["asks"]
    hands = live_hands(site, code)
    return [
        (card, of) for card, seats in asks.items() for of in seats if (card in hands[of]) == hits
    ]


def test_two_tabs_ask_at_once(site, table, context: BrowserContext):
    code, people = table
    # One of the tabs is inactive. But both have the form, and a script can press hidden buttons.
    tabs = [posting_tab(context, people[0], code) for _ in range(2)]
    for tab, state in zip(tabs, ("saved", "elsewhere"), strict=True):
        expect(tab.page.locator("#connection")).to_have_attribute("data-state", state)
    version = people[0].state(code)["version"]
    # Both asks are hits and keep the turn. So each of them could follow the other.
    asked = questions(site, code, people, hits=True)
    asked = [asked[0], asked[-1]]
    for tab, (_card, of) in zip(tabs, asked, strict=True):
        tab.choose(tab.form("/ask/"), "of", of)
    one, other = (tab.page.expect_response("**/ask/") for tab in tabs)
    with one as first, other as second:
        for tab, (card, _of) in zip(tabs, asked, strict=True):
            tab.page.evaluate(CLICK_WHEN_TOLD, card)
        tabs[0].page.evaluate(TELL)
    assert people[0].state(code)["version"] == version + 1
    assert [answer.value.status for answer in (first, second)] == [200, 409]
    expect(tabs[1].page.locator("#refusal")).to_have_text(re.compile("another tab"))
    same_as_stored(tabs[0], 0)
    expect(tabs[0].page.locator("#refusal")).to_have_text("")


@pytest.mark.parametrize("hits", [False, True])
def test_a_double_click_or_a_repeated_request_is_one_move(
    site, table, context: BrowserContext, hits
):
    code, people = table
    tab = posting_tab(context, people[0], code)
    version = people[0].state(code)["version"]
    card, of = questions(site, code, people, hits=hits)[0]
    tab.choose(tab.form("/ask/"), "of", of)
    asked, answered = [], []
    tab.page.on("request", lambda request: asked.append(request))
    # The page itself may cancel an outdated request.
    for end in ("requestfinished", "requestfailed"):
        tab.page.on(end, lambda request: answered.append(request))
    with tab.page.expect_response("**/ask/"):
        tab.form("/ask/").locator(f"[name=card][value='{card}']").dblclick()
    # ``state()`` sends a request. If the page sent a second ask, the ask would come first.
    tab.state()
    # Each check lets the browser report ended requests, and sends no request itself. Do not compare
    # numbers: ``answered`` may also have requests that began before the listeners were added.
    wait_until(
        "all is answered",
        lambda: tab.page.evaluate("1") and all(each in answered for each in asked),
    )
    asks = [each for each in asked if each.url.endswith("/ask/")]
    # The second ask waits for the first answer. If the update comes before that answer, it empties
    # the form, so nothing is sent. If it comes later, the page sends the same request again.
    assert {each.url for each in asks} == {f"{site.url}/r/{code}/ask/"}
    assert len({_request_id(each) for each in asks}) == 1
    assert people[0].state(code)["version"] == version + 1
    send_again(site, code, tab, asks[0])

    # A repeated request changes nothing after further moves, either.
    bring_turn_to(site, code, people, 1)
    bring_turn_to(site, code, people, 0)
    tab.wait_for(people[0].state(code)["version"])
    send_again(site, code, tab, asks[0])


def _request_id(request) -> str:
    (found,) = re.findall(r"request_id\W+([\w-]+)", request.post_data)
    return found


def send_again(site: Site, code: str, tab: Player, request) -> None:
    before = rows(site, code)
    wanted = ("x-csrftoken", "hx-request", "content-type")
    headers = {name: value for name, value in request.headers.items() if name in wanted}
    again = {"url": request.url, "body": request.post_data, "headers": headers}
    for _ in range(2):
        status, text = tab.page.evaluate(SEND_AGAIN, again)
        assert status == 200, text
    assert rows(site, code) == before
    same_as_stored(tab, 0)
