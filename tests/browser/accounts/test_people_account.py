"""A guest makes an account during a game and uses another device. Another person makes an account
and plays a game by keyboard only.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import PHONE, Player, tab_of
from tests.browser.rooms.test_table_keyboard import do
from tests.cluster.kit.site_process import dealt, live_hands, unused_username

pytestmark = [pytest.mark.browser, pytest.mark.journey, pytest.mark.slow]

NAMES = "Asha Ben Chidi Dora".split()
SECRET = "a-long-lost-ferry"
MOST_TABS = 60


def test_an_account_in_the_middle_of_a_game_and_another_device(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    asha = tab_of(new_context(), people[0], code)
    before = asha.shown()
    assert before["hand"] == sorted(live_hands(site, code)[0])

    # The person goes from the table to the form and back.
    page = asha.page
    page.locator(".bar-button").last.click()
    page.locator("#menu .menu-links a[href='/']").click()
    page.locator(".viewer").click()
    page.wait_for_url("**/guest/**")
    page.locator("a[href^='/accounts/signup/']").first.click()
    page.wait_for_url("**/accounts/signup/**")
    username = unused_username()
    fill_sign_up(page, username)
    page.wait_for_url(lambda url: "/signup/" not in url)
    page.goto(f"{site.url}/")
    page.locator(f".resume a[href='/r/{code}/']").click()
    asha.wait_for_connection("saved")
    assert asha.shown() == before

    # The person signs in on another device. The first device still shows the game.
    phone = Player(new_context().new_page(), site)
    phone.page.set_viewport_size(PHONE)
    phone.page.goto(f"{site.url}/accounts/login/?next=/r/{code}/")
    phone.page.locator("[name=login]").fill(username)
    phone.page.locator("[name=password]").fill(SECRET)
    phone.page.locator("[name=password]").press("Enter")
    phone.wait_for_connection("elsewhere")
    assert phone.shown() == before
    # The site's message takes no room from the table, and goes at the first press.
    expect(phone.page.locator(".messages")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    phone.page.locator("#take-over").click()
    expect(phone.page.locator(".messages")).to_have_count(0)
    phone.wait_for_connection("saved")
    asha.wait_for_connection("elsewhere")

    # The person makes a move on the other device.
    state = phone.state()
    phone.move(knowing_move(state, live_hands(site, code)))
    phone.wait_for(state["version"] + 1)
    assert phone.shown()["hand"] == sorted(live_hands(site, code)[0])
    assert asha.errors == phone.errors == []


def fill_sign_up(page: Page, username: str) -> None:
    page.locator("[name=username]").fill(username)
    for field in ("password1", "password2"):
        page.locator(f"[name={field}]").fill(SECRET)
    page.locator("[name=password2]").press("Enter")


# By keyboard only


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this element has the focus."""
    expect(page.locator(selector).first).to_be_visible()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no {selector} by Tab")


def press(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_password_can_be_shown_until_it_is_sent(site, new_context):
    page = new_context().new_page()
    page.goto(f"{site.url}/accounts/signup/")
    page.locator("[name=username]").fill(unused_username())
    fields = page.locator("[name^=password]")
    fields.first.fill(SECRET)
    page.get_by_label("Show the password").check()
    assert [each.get_attribute("type") for each in fields.all()] == ["text", "text"]
    page.get_by_label("Show the password").uncheck()
    assert [each.get_attribute("type") for each in fields.all()] == ["password", "password"]
    page.get_by_label("Show the password").check()
    page.evaluate("document.addEventListener('submit', (sent) => sent.preventDefault())")
    fields.last.fill("another")
    fields.last.press("Enter")
    assert [each.get_attribute("type") for each in fields.all()] == ["password", "password"]


def test_by_the_keyboard_from_sign_up_to_the_end_of_a_game(site, new_context):
    player = Player(new_context().new_page(), site)
    page = player.page
    page.goto(f"{site.url}/accounts/signup/")
    tab_to(page, "[name=username]")
    page.keyboard.type(unused_username())
    for field in ("password1", "password2"):
        tab_to(page, f"[name={field}]")
        page.keyboard.type(SECRET)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/signup/" not in url)
    press(page, "a[href='/rooms/new/'], form[action='/rooms/new/'] button")
    page.wait_for_url("**/r/*/")
    code = player.code
    for bots in range(1, 4):
        press(page, "#add-bot")
        expect(page.locator(".lobby-seat .gear")).to_have_count(bots)
    press(page, "#start")
    expect(page.locator("#hand")).to_be_visible()

    moved = 0
    while (state := player.state())["phase"] != "finished":
        if state["turn"] != state["you"]:
            player.wait_past(state["version"])
            continue
        if moved == 1:
            give_whole_sets(site, code, state, only=state["you"])
            page.reload()
            player.wait_for_connection("saved")
        player.wait_for(state["version"])
        do(page, knowing_move(state, live_hands(site, code)))
        player.wait_for(state["version"] + 1)
        moved += 1
    assert moved > 0
    expect(page.locator(".result")).to_be_visible()
    press(page, "#again")
    expect(page.locator(".result")).to_have_count(0)
    assert player.errors == []
