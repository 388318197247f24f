"""A person plays in one tab at a time. A second tab shows a message, and may take over."""

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.kit.player import Player, tab_of
from tests.cluster.kit.site_process import Program, Site, dealt, live_hands
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
BROKEN_OFF = 1006

GOES = "() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))"
COMES_BACK = "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


@pytest.fixture
def table(site) -> tuple[str, Program]:
    """A game, and one of its players."""
    code, people = dealt(site, "nine-sets", NAMES)
    return code, people[0]


def says(player: Player, state: str) -> None:
    """Check the state of the connection that the page shows."""
    expect(player.page.locator("#connection")).to_have_attribute("data-state", state)


def name_of(player: Player) -> str:
    """Return the id of this tab."""
    return player.page.evaluate("() => sessionStorage.getItem('literature-tab')")


def plays(player: Player, code: str) -> None:
    """Check that this tab is the active tab."""
    says(player, "saved")
    query = (
        "SELECT tab FROM rooms_seat JOIN rooms_room AS room ON room.id = room_id"
        " WHERE room.code = ? AND tab != ''"
    )

    def stored() -> list[str]:
        return [row["tab"] for row in player.site.rows(query, code)]

    wait_until(
        "the seat is this page's",
        lambda: stored() == [name_of(player)],
        seen=lambda: (stored(), name_of(player)),
    )


class Sleeper:
    """The sockets of a page. A test can put the page to sleep, like a laptop: then it gets nothing,
    not even a close message.
    """

    def __init__(self, page: Page) -> None:
        self.opened: list[WebSocketRoute] = []
        self.asleep = False
        page.route_web_socket("**/ws/r/**", self.open)

    def open(self, socket: WebSocketRoute) -> None:
        self.opened.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda text: self.asleep or socket.send(text))
        server.on_close(lambda code, reason: self.asleep or socket.close(code=code, reason=reason))

    def wake(self) -> None:
        """Wake the page. It finds that its connection was lost long ago."""
        self.asleep = False
        self.opened[-1].close(code=BROKEN_OFF)


def test_a_tab_takes_over_only_once(site, table, context: BrowserContext):
    code, person = table
    phone = tab_of(context, person, code)
    page = context.new_page()
    sleeper = Sleeper(page)
    laptop = Player(page, site)
    page.goto(f"{site.url}/r/{code}/")
    says(laptop, "elsewhere")
    page.locator("#take-over").click()
    says(phone, "elsewhere")
    says(laptop, "saved")

    sleeper.asleep = True
    phone.page.locator("#take-over").click()
    says(phone, "saved")
    says(laptop, "saved")
    before = len(sleeper.opened)
    sleeper.wake()
    says(laptop, "elsewhere")
    assert len(sleeper.opened) == before + 1
    expect(page.locator("#take-over")).to_be_visible()
    says(phone, "saved")

    # If the person presses the button once more, this tab takes over again.
    page.locator("#take-over").click()
    says(laptop, "saved")
    expect(page.locator("#take-over")).to_be_hidden()
    says(phone, "elsewhere")


#: Returns the number of faces that a button covers.
COVERED_FACES = """button => {
  const mine = button.getBoundingClientRect();
  return [...document.querySelectorAll("#table .face")].filter((face) => {
    const its = face.getBoundingClientRect();
    return its.left < mine.right && mine.left < its.right
      && its.top < mine.bottom && mine.top < its.bottom;
  }).length;
}"""


def test_an_inactive_tab_is_inert_until_it_takes_over(site, context: BrowserContext):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    first = tab_of(context, people[0], code)
    expect(first.page.locator("#take-over")).to_be_hidden()
    second = tab_of(context, people[0], code)
    page = second.page
    says(second, "elsewhere")
    expect(page.locator("#connection")).to_contain_text("already in this game")
    expect(page.locator("#table")).to_have_attribute("inert", "")
    expect(page.locator("#mine")).to_have_attribute("inert", "")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        expect(page.locator("#mine :is(form, .prompt, .actions):visible")).to_have_count(0)
        expect(page.locator("#table > *").first).to_have_css("opacity", "0.4")
        assert page.locator("#take-over").evaluate(COVERED_FACES) == 0
    page.keyboard.press("a")
    assert page.evaluate("() => document.activeElement.closest('#table, #mine')") is None

    page.locator("#take-over").click()
    says(first, "elsewhere")
    says(second, "saved")
    expect(page.locator("#take-over")).to_be_hidden()
    expect(first.page.locator("#take-over")).to_be_visible()
    expect(first.page.locator("#mine .pill").first).to_be_hidden()
    expect(page.locator("#table > *").first).to_have_css("opacity", "1")
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#mine .pill").first).to_be_visible()

    # The active tab shows the moves.
    version = people[0].state(code)["version"]
    second.ask(*ask_that_misses(site, code, people[0]))
    second.wait_for(version + 1)
    people[1].done(f"/r/{code}/react/", reaction="tea")
    expect(page.locator(".reactions li[data-seat='1']")).to_have_count(1)
    says(first, "elsewhere")
    says(second, "saved")


def ask_that_misses(site: Site, code: str, person: Program) -> tuple[str, int]:
    hand = live_hands(site, code)[1]
    asks = person.state(code)["legal"]["asks"]
    return next((card, 1) for card, of in asks.items() if 1 in of and card not in hand)


def copy_of(player: Player) -> Player:
    """Duplicate this tab with a copy of its storage."""
    with player.page.expect_popup() as opened:
        player.page.evaluate("() => void window.open(location.href)")
    return Player(opened.value, player.site)


def test_a_duplicated_tab_is_a_second_tab(site, table, context: BrowserContext):
    code, person = table
    first = tab_of(context, person, code)
    plays(first, code)
    copy = copy_of(first)
    says(copy, "elsewhere")
    plays(first, code)
    assert name_of(copy) != name_of(first)

    copy.page.locator("#take-over").click()
    says(first, "elsewhere")
    plays(copy, code)

    # Each tab has its own id now. The id stays the same after a reload or a step back.
    names = [name_of(copy), name_of(first)]
    copy.page.reload()
    plays(copy, code)
    copy.page.goto(f"{site.url}/rules/")
    copy.page.go_back()
    plays(copy, code)
    first.page.reload()
    says(first, "elsewhere")
    assert [name_of(copy), name_of(first)] == names


def test_a_page_from_the_back_forward_cache_reloads(site, table, context: BrowserContext):
    """While the page was in the cache, a copy of the tab may have got its id."""
    code, person = table
    kept = tab_of(context, person, code)
    # The browser of the tests has no back-forward cache, so simulate one.
    kept.page.evaluate(GOES)
    copy = copy_of(kept)
    says(copy, "saved")
    name = name_of(copy)
    with kept.page.expect_navigation():
        kept.page.evaluate(COMES_BACK)
    says(kept, "elsewhere")
    assert name_of(kept) != name == name_of(copy)
    plays(copy, code)


def test_a_browser_without_locks(site, table, context: BrowserContext):
    """Browsers have locks only in secure contexts. Without locks a person can still play, and a
    second tab says that the first tab is active.
    """
    context.add_init_script("delete Navigator.prototype.locks")
    code, person = table
    first = tab_of(context, person, code)
    assert first.page.evaluate("() => navigator.locks === undefined")
    says(first, "saved")
    says(tab_of(context, person, code), "elsewhere")
    first.page.reload()
    says(first, "saved")
