"""Small scripts: the theme, the buttons of a lobby, and the styles of a lobby after a game."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from puzzles.days import day_of
from rooms.actions import lobby, playing
from tests.browser.test_axe import in_thread, session_cookie
from tests.kit import TODAY, people, table_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

PAPER = "getComputedStyle(document.body).backgroundColor"


def test_the_theme_is_stored_and_does_not_flash(live_server: Any, page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(live_server.url + "/rules/")
    light = page.evaluate(PAPER)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    dark = page.evaluate(PAPER)
    assert dark != light

    # The theme must be set before the browser paints anything.
    page.add_init_script(
        "new MutationObserver((_, me) => document.body && (window.atBody = "
        "document.documentElement.dataset.theme, me.disconnect()))"
        ".observe(document, { childList: true, subtree: true })"
    )
    page.goto(live_server.url + "/")
    assert page.evaluate("atBody") == "dark"
    assert page.evaluate(PAPER) == dark

    page.get_by_role("button", name="Auto").click()
    assert page.evaluate(PAPER) == light
    assert page.evaluate("localStorage.length") == 0


def host_with_room() -> tuple[User, str]:
    user = User.objects.create_guest("Asha", "owl")
    return user, lobby.open_room(user, "nine-sets")


def test_the_time_until_the_next_puzzle(live_server: Any, page: Page) -> None:
    user, _code = in_thread(host_with_room)
    page.context.add_cookies([session_cookie(user, live_server.url)])
    midnight = datetime.combine(day_of(TODAY + 1), datetime.min.time(), UTC)
    page.clock.install(time=midnight - timedelta(minutes=61))
    page.goto(live_server.url)
    left = page.locator("[data-countdown]")
    expect(left).to_have_text("1 hour 1 minute")
    page.clock.run_for(62_000)
    expect(left).to_have_text("1 hour 0 minutes")
    page.clock.run_for(60_000)
    expect(left).to_have_text("59 minutes")


def says_when_pressed(button: Locator) -> str:
    """Press a button. Return the text that it shows next, even if the text is shown only for a
    moment.
    """
    button.evaluate(
        """(button) => {
          window.saysNext = new Promise((say) => {
            const heard = new MutationObserver(() => say(button.textContent));
            heard.observe(button, { childList: true });
          });
        }"""
    )
    button.click()
    return button.page.evaluate("() => saysNext")


@pytest.mark.parametrize("clipboard", [True, False], ids=["clipboard", "no-clipboard"])
def test_a_code_is_copied(live_server: Any, new_context: Any, clipboard: bool) -> None:
    user, code = in_thread(host_with_room)
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    if not clipboard:
        page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page.goto(f"{live_server.url}/r/{code}/")
    aloud = page.locator("#copied")
    aloud.evaluate(
        "status => new MutationObserver(() => { window.aloud ??= status.textContent; })"
        ".observe(status, { childList: true })"
    )
    page.locator(".invite-more > summary").click()
    assert says_when_pressed(page.locator("[data-copy]")) == "Copied"
    assert page.evaluate("window.aloud") == "Copied"
    expect(aloud).to_have_text("")
    assert page.evaluate("navigator.clipboard.readText()") == code
    assert says_when_pressed(page.locator("#copy-link")) == "Copied"
    assert page.evaluate("navigator.clipboard.readText()") == f"{live_server.url}/r/{code}/"


def test_sharing_is_offered_where_it_is_possible(live_server: Any, page: Page) -> None:
    user, code = in_thread(host_with_room)
    page.context.add_cookies([session_cookie(user, live_server.url)])
    page.goto(f"{live_server.url}/r/{code}/")
    if not page.evaluate("'share' in navigator"):
        expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.add_init_script("navigator.share = (what) => Promise.resolve((window.shared = what))")
    page.reload()
    page.locator(".invite").get_by_role("button", name="Share").click()
    assert code in page.evaluate("shared.text")
    assert page.evaluate("shared.url") == f"{live_server.url}/r/{code}/"


def table_of_two() -> tuple[str, list[User]]:
    users = people(2)
    return table_of(users, bots=4).code, users


def test_a_lobby_after_a_game_has_its_styles(live_server: Any, page: Page) -> None:
    code, users = in_thread(table_of_two)
    page.context.add_cookies([session_cookie(users[0], live_server.url)])
    page.goto(f"{live_server.url}/r/{code}/")
    expect(page.locator("#hand .card").first).to_be_visible()
    for user in users:
        in_thread(lambda user=user: playing.agree_to_end(code, user, agrees=True))
    expect(page.locator(".invite")).to_have_css("display", "flex")
