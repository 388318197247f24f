"""People at one replay: one leads, the others follow, and later another person leads."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.finished.replay.test_replay_pages import stopped_at
from tests.cluster.kit.site_process import Program, Site, dealt, live_site

pytestmark = pytest.mark.browser

NAMES = ["Asha", "Ben", "Chidi", "Dora"]
PLAY = """
from rooms.models import Room
from tests.database.kit.played import play_to_end
print(play_to_end(Room.objects.get(code="{code}").game_id).id)
"""


# Takes the lead and goes to the start before the server can answer.
LEAD_AND_MOVE = """() => {
  document.getElementById("take-lead").click();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Home", bubbles: true}));
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with live_site(tmp_path_factory.mktemp("together"), RUN_CLOCK="false") as site:
        yield site


@pytest.fixture(scope="module")
def game(site) -> tuple[str, list[Program]]:
    """A finished game, and its people."""
    code, people = dealt(site, "classic", NAMES)
    return site.manage("shell", "-c", PLAY.format(code=code)).strip().splitlines()[-1], people


@pytest.fixture
def replay(site, game, new_context):
    """Opens the game's replay for the person at a seat. ``query`` is the query of its URL."""
    game_id, people = game

    def opened(seat: int, query: str = "") -> Page:
        context = new_context()
        context.add_cookies(cookies(people[seat], site))
        page = context.new_page()
        page.goto(f"{site.url}/games/{game_id}/{query}")
        return page

    return opened


def cookies(person: Program, site: Site):
    return [
        {"name": name, "value": value, "url": site.url}
        for name, value in person.http.cookies.items()
    ]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def is_at(page: Page, move: int, eyes: str = "") -> None:
    expect(page.locator("#where")).to_have_text(re.compile(rf"^{move} / "))
    expect(page.locator("#eyes")).to_have_value(eyes)


def says(page: Page, text: str) -> None:
    expect(page.locator("#together-says")).to_contain_text(text)


@pytest.mark.journey
def test_two_watch_together(replay):
    asha = replay(0, "?move=3")
    says(asha, "Nobody else is here")
    ben = replay(1, "?move=8")
    for page in (asha, ben):
        expect(page.locator("#replay-viewers .name")).to_have_text(["Asha", "Ben"])
        says(page, "Nobody leads")
    press(asha, "Lead")
    says(asha, "You lead")
    # A viewer who has gone away from the leader's position stays away until they press "Follow".
    says(ben, "Asha leads. You go through the game on your own.")
    is_at(ben, 8)
    press(ben, "Follow")
    is_at(ben, 3)
    asha.keyboard.press("ArrowRight")
    is_at(ben, 4)
    asha.locator("#eyes").select_option("2")
    is_at(ben, 4, "2")
    expect(ben).to_have_url(re.compile(r"\?move=4&eyes=2$"))
    # The viewer takes one step alone, and then follows again.
    ben.keyboard.press("ArrowLeft")
    is_at(ben, 3, "2")
    says(ben, "You go through the game on your own")
    asha.keyboard.press("End")
    is_at(ben, 3, "2")
    press(ben, "Follow")
    expect(ben.locator(".result")).to_be_visible()
    asha.keyboard.press("Home")
    is_at(ben, 0, "2")
    # A viewer who comes later by the game's own URL starts at the leader's position.
    chidi = replay(2)
    is_at(chidi, 0, "2")
    says(chidi, "Asha leads, and you follow.")
    # Even at the highest speed, the followers keep up with the leader.
    asha.locator("#speed").select_option("300")
    asha.locator("#play").click()
    expect(ben.locator("#scrubber")).to_have_value(
        re.compile("^([4-9]|[1-9][0-9])$"), timeout=30_000
    )
    asha.locator("#play").click()
    stopped = stopped_at(asha)
    is_at(ben, stopped, "2")
    is_at(chidi, stopped, "2")
    # After the leader has left, nobody leads until somebody else takes the lead.
    asha.context.close()
    says(ben, "Nobody leads")
    # A new leader may move before the answer. Then the others follow to that position.
    chidi.evaluate(LEAD_AND_MOVE)
    says(ben, "Chidi leads, and you follow.")
    is_at(ben, 0, "2")


@pytest.mark.cluster
def test_a_lost_connection_comes_back(replay):
    asha, ben = replay(0), replay(1)
    says(ben, "Nobody leads")
    press(asha, "Lead")
    says(ben, "Asha leads, and you follow.")
    ben.context.set_offline(True)
    asha.keyboard.press("Home")
    asha.keyboard.press("ArrowRight")
    is_at(asha, 1)
    ben.context.set_offline(False)
    is_at(ben, 1)
