"""A person is suspended while their page shows a lobby."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rooms.actions import suspend_rename_delete as tables
from tests.browser.test_axe import complaints, in_thread, session_cookie
from tests.kit import people, room_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_an_open_page_says_that_the_person_is_suspended(live_server: Any, page: Page) -> None:
    users = in_thread(lambda: people(2))
    code = in_thread(lambda: room_of(users))
    page.context.add_cookies([session_cookie(users[1], live_server.url)])
    page.goto(f"{live_server.url}/r/{code}/")
    expect(page.get_by_role("heading", name="Your account is suspended")).to_have_count(0)
    in_thread(lambda: tables.suspend(users[1]))
    expect(page.get_by_role("heading", name="Your account is suspended")).to_be_visible()
    assert complaints(page) == []
