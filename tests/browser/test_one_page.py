"""A person plays on one page at a time: a second one is told so, and may take over if asked to."""

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.player import Player, tab_of
from tests.live import Program, Site, dealt, live_site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
BROKEN_OFF = 1006


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with live_site(tmp_path_factory.mktemp("one-page")) as site:
        yield site


@pytest.fixture
def table(site) -> tuple[str, Program]:
    """A game, and one of its people."""
    code, people = dealt(site, "nine-sets", NAMES)
    return code, people[0]


def says(player: Player, state: str) -> None:
    """The page says this of its line."""
    expect(player.page.locator("#line")).to_have_attribute("data-state", state)


def page_with_seat(site: Site, code: str) -> str:
    return site.rows(
        "SELECT tab FROM rooms_seat JOIN rooms_room AS room ON room.id = room_id"
        " WHERE room.code = ? AND tab != ''",
        code,
    )[0]["tab"]


class Sleeper:
    """The sockets of a page that can be asleep: nothing comes to it then, not even an end."""

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
        """The page finds that its line has been dead for long."""
        self.asleep = False
        self.opened[-1].close(code=BROKEN_OFF)


def test_a_page_that_took_over_does_so_once(site, table, context: BrowserContext):
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

    # Asked once more, it does.
    page.locator("#take-over").click()
    says(laptop, "saved")
    expect(page.locator("#take-over")).to_be_hidden()
    says(phone, "elsewhere")
