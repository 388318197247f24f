"""A person is suspended while their page shows a lobby, or is warned and appeals."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import addresses, measures
from accounts.models import Measure, User
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


def test_an_open_page_says_that_guests_there_are_blocked(live_server: Any, page: Page) -> None:
    users = in_thread(lambda: people(2))
    code = in_thread(lambda: room_of(users))
    page.context.add_cookies([session_cookie(users[1], live_server.url)])
    page.goto(f"{live_server.url}/r/{code}/")
    expect(page.locator(".lobby-seat").first).to_be_visible()
    until = timezone.now() + timedelta(days=1)
    in_thread(lambda: addresses.block("127.0.0.1", until, "Insults."))
    expect(page.get_by_role("heading", name="Guests can’t play here now")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("link", name="Solve today’s puzzle").click()
    expect(page).to_have_url(f"{live_server.url}/puzzle/")


def test_a_warning_is_read_and_appealed_against(live_server: Any, page: Page) -> None:
    users = in_thread(lambda: people(2))
    code = in_thread(lambda: room_of(users))
    in_thread(lambda: measures.take(users[1], measures.Kind.WARNING, "No insults."))
    page.context.add_cookies([session_cookie(users[1], live_server.url)])
    page.goto(f"{live_server.url}/r/{code}/")
    expect(page.get_by_text("No insults.")).to_be_visible()
    page.get_by_text("This is a mistake").click()
    page.get_by_label("Why should the staff change it?").fill("It was my cat.")
    page.get_by_role("button", name="Send to the staff").click()
    expect(page.get_by_text("The staff will read your appeal")).to_be_visible()
    expect(page.get_by_text("have not answered your appeal yet")).to_be_visible()
    assert in_thread(lambda: Measure.objects.get().appeal) == "It was my cat."
    page.get_by_role("button", name="I have read this").click()
    expect(page.locator(".lobby-seat").first).to_be_visible()
    assert page.url == f"{live_server.url}/r/{code}/"


def test_a_suspended_person_signs_in_and_appeals(live_server: Any, page: Page) -> None:
    def suspended() -> None:
        user = User.objects.create_user("rude", password="a-long-lost-ferry", name="Ben")
        tables.suspend(user)
        measures.take(user, measures.Kind.SUSPENSION, "No insults.")

    in_thread(suspended)
    page.goto(f"{live_server.url}/accounts/login/")
    page.locator("[name=login]").fill("rude")
    page.locator("[name=password]").fill("a-long-lost-ferry")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("No insults.")).to_be_visible()
    page.get_by_text("This is a mistake").click()
    assert complaints(page) == []
    page.get_by_label("Why should the staff change it?").fill("It was my cat.")
    page.get_by_role("button", name="Send to the staff").click()
    expect(page.get_by_text("The staff will read your appeal")).to_be_visible()
    assert in_thread(lambda: Measure.objects.get().appeal) == "It was my cat."
