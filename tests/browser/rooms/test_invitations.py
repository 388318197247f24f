"""Invitations in the browser: from the lobby to the home page of a friend, without a reload."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rooms import regulars
from rooms.actions import lobby
from tests.browser.kit.kept import new_context
from tests.browser.kit.player import PHONE
from tests.browser.test_axe import in_thread, session_cookie
from tests.database.rooms.test_regulars import played
from tests.kit import people

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_an_invitation_comes_to_an_open_home_page(live_server: Any, browser: Browser) -> None:
    asha, ben = in_thread(lambda: people(2))
    in_thread(lambda: played([asha, ben], bots=4))
    code = in_thread(lambda: lobby.open_room(asha, "classic"))
    contexts = [new_context(browser, viewport=PHONE) for _ in range(2)]
    host, friend = (context.new_page() for context in contexts)
    for page, user in ((host, asha), (friend, ben)):
        page.context.add_cookies([session_cookie(user, live_server.url)])
    friend.goto(live_server.url)
    expect(friend.locator(".invitations")).to_have_count(0)

    host.goto(f"{live_server.url}/r/{code}/")
    host.locator("#qr summary").click()
    host.locator("#invite-people").click()
    host.get_by_label(ben.name).check()
    host.locator("#invite").click()
    host.wait_for_url(f"**/r/{code}/")
    expect(host.get_by_text("1 person has your invitation.")).to_be_visible()

    invitation = friend.locator(".invitations")
    expect(invitation).to_contain_text(asha.name, timeout=15_000)
    invitation.get_by_role("link").click()
    friend.wait_for_url(f"**/r/{code}/")
    friend.locator("[id^=sit-]").first.click()
    expect(friend.locator(".ring-count")).to_contain_text("2 of 6 seats")
    assert not in_thread(lambda: regulars.invitations_for(ben).exists())
    for context in contexts:
        context.close()
