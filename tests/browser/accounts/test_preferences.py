"""A person's preferences apply at the table and on the person's other devices."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.player import tab_of
from tests.browser.rooms.test_table_layout import FAULTS
from tests.cluster.kit.site_process import (
    Program,
    Site,
    bring_turn_to,
    dealt,
    live_hands,
    unused_username,
)

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()
SECRET = "a-long-lost-ferry"
CLUBS = "getComputedStyle(document.documentElement).getPropertyValue('--suit-clubs')"
SPADES = CLUBS.replace("clubs", "spades")
WATCH = """() => {
  window.moved = [];
  const to = HTMLElement.prototype.animate;
  HTMLElement.prototype.animate = function (frames, options) {
    moved.push(JSON.stringify(frames));
    return to.call(this, frames, options);
  };
}"""

VIBRATE = """
  window.felt = [];
  navigator.vibrate = (pattern) => felt.push(pattern);
"""


@pytest.fixture
def table(site, context: BrowserContext):
    """A game, its people, and the page of the first person."""
    code, people = dealt(site, "classic", NAMES)
    return code, people, tab_of(context, people[0], code).page


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def switch(page: Page, name: str) -> None:
    """Press a switch in the table's menu, and wait until it is stored."""
    if not page.locator("#menu").is_visible():
        open_menu(page)
    with page.expect_response("**/guest/preferences/") as answer:
        page.get_by_role("switch", name=name).press("Space")
    assert answer.value.status == 204


def pick(page: Page, value: str) -> None:
    """Choose a value in the table's menu, and wait until it is stored."""
    if not page.locator("#menu").is_visible():
        open_menu(page)
    with page.expect_response("**/guest/preferences/") as answer:
        page.get_by_role("radio", name=value, exact=True).check()
    assert answer.value.status == 204


def sign_up(person: Program) -> str:
    """Make an account for this guest. Return its user name."""
    username = unused_username()
    fields = {"username": username, "password1": SECRET, "password2": SECRET}
    assert person.post("/accounts/signup/", fields).status_code == 200
    return username


def sign_in(site: Site, username: str) -> Program:
    """Sign in to the same account on another device."""
    other = Program(site)
    other.get("/accounts/login/")
    fields = {"login": username, "password": SECRET}
    assert other.post("/accounts/login/", fields).status_code == 200
    return other


def test_a_switch_applies_to_another_device(site, table, new_context):
    code, people, page = table
    username = sign_up(people[0])
    page.context.clear_cookies()
    page = tab_of(page.context, people[0], code).page
    assert page.evaluate(CLUBS) != page.evaluate(SPADES)
    switch(page, "Two colours")
    switch(page, "Sounds")
    switch(page, "Sounds")
    assert page.evaluate(CLUBS) == page.evaluate(SPADES)

    there = tab_of(new_context(), sign_in(site, username), code).page
    assert there.evaluate(CLUBS) == there.evaluate(SPADES)
    open_menu(there)
    expect(there.get_by_role("switch", name="Two colours")).to_be_checked()
    expect(there.get_by_role("switch", name="Sounds")).not_to_be_checked()

    # A change in the profile on the other device also applies here, although this browser has
    # stored a value.
    there.goto(f"{site.url}/guest/?next=/guest/")
    two_colours = there.get_by_role("switch", name="Two colours")
    expect(two_colours).to_be_checked()
    two_colours.uncheck()
    there.get_by_role("button", name="Save").click()
    there.wait_for_url(f"{site.url}/guest/")
    expect(there.get_by_role("switch", name="Two colours")).not_to_be_checked()
    page.reload()
    assert page.evaluate(CLUBS) != page.evaluate(SPADES)
    open_menu(page)
    expect(page.get_by_role("switch", name="Two colours")).not_to_be_checked()


def test_each_choice_shows_its_default(table):
    _code, _people, page = table
    open_menu(page)
    selected = page.locator("#menu input[type=radio][data-setting]:checked")
    values = selected.evaluate_all("(all) => all.map(({ name, value }) => `${name} ${value}`)")
    assert values == ["text_size normal", "motion normal", "telling less", "volume normal"]


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_without_motion_nothing_is_animated(site, table):
    code, people, page = table
    pick(page, "None")
    page.reload()
    page.wait_for_function("() => document.getElementById('connection').dataset.state === 'saved'")
    page.evaluate(WATCH)
    bring_turn_to(site, code, people, (people[0].state(code)["turn"] + 1) % 4)
    page.wait_for_function("() => moved.length > 0")
    assert page.evaluate("moved.filter((frames) => frames.includes('transform'))") == []
    animated = "getComputedStyle(document.querySelector('.has-turn'), '::before').animationName"
    assert page.evaluate(animated) == "none"
    # The change applies at once, without a reload.
    pick(page, "Fast")
    page.keyboard.press("Escape")
    bring_turn_to(site, code, people, (people[0].state(code)["turn"] + 1) % 4)
    page.wait_for_function("() => moved.some((frames) => frames.includes('transform'))")


def test_confirmation_of_asks_and_vibration_on_a_phone(site, new_context):
    code, people = dealt(site, "classic", NAMES)
    bring_turn_to(site, code, people, 1)
    phone = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.add_init_script(VIBRATE)
    page = tab_of(phone, people[0], code).page
    switch(page, "Confirm before asking")
    expect(page.get_by_role("switch", name="Vibration")).to_be_checked()
    pick(page, "Larger")
    assert page.evaluate("getComputedStyle(document.getElementById('menu')).zoom") == "1.25"
    page.keyboard.press("Escape")
    assert page.evaluate(FAULTS) == []

    bring_turn_to(site, code, people, 0)
    page.wait_for_function("() => felt.length > 0")  # The viewer's turn makes the phone vibrate.
    version = people[0].state(code)["version"]
    hands = live_hands(site, code)
    asks = people[0].state(code)["legal"]["asks"]
    card = next(card for card in asks if card in hands[1])
    page.locator(".target", has=page.locator("#of-1")).tap()
    page.locator(f"#card-{card}").tap()
    question = page.get_by_role("dialog", name="Ask Ben for the")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Back").tap()
    expect(question).to_be_hidden()
    assert people[0].state(code)["version"] == version

    page.evaluate("felt.length = 0")
    page.locator(f"#card-{card}").tap()
    question.get_by_role("button", name="Ask").tap()
    page.wait_for_function("() => felt.length > 0")  # A hit makes the phone vibrate.
    assert people[0].state(code)["version"] == version + 1
    switch(page, "Vibration")
    page.evaluate("felt.length = 0")
    page.keyboard.press("Escape")
    bring_turn_to(site, code, people, 1)
    bring_turn_to(site, code, people, 0)
    page.locator("#mine[data-my-turn]").wait_for(state="attached")
    assert page.evaluate("felt") == []


def test_a_switch_that_can_not_be_stored_still_works(table):
    _code, _people, page = table
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.route("**/guest/preferences/", lambda route: route.abort())
    open_menu(page)
    with page.expect_event("requestfailed"):
        page.get_by_role("switch", name="Two colours").press("Space")
    assert page.evaluate(CLUBS) == page.evaluate(SPADES)
    assert complaints == []


def test_the_profile_works_without_scripts(site, new_context):
    person = Program(site, "Asha")
    context = new_context(java_script_enabled=False)
    context.add_cookies(
        [{"name": n, "value": v, "url": site.url} for n, v in person.http.cookies.items()]
    )
    page = context.new_page()
    page.goto(f"{site.url}/guest/?next=/guest/")
    page.get_by_role("switch", name="Hide reactions").press("Space")
    page.get_by_role("radio", name="None").check()
    page.get_by_role("button", name="Save").press("Enter")
    page.wait_for_url(f"{site.url}/guest/")
    expect(page.get_by_role("switch", name="Hide reactions")).to_be_checked()
    expect(page.get_by_role("radio", name="None")).to_be_checked()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()
    assert page.locator("html").get_attribute("data-motion") == "none"
