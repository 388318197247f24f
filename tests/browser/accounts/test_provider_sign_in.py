"""A guest becomes an account by another provider, in a browser that obeys the content security
policy.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.test_axe import complaints, in_thread, session_cookie
from tests.database.kit import all_ways
from tests.database.kit.openid import Provider, running_provider

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    with running_provider() as running:
        settings.ROOT_URLCONF = all_ways.__name__
        settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True
        settings.SOCIALACCOUNT_PROVIDERS = running.settings
        policy = deepcopy(settings.CONTENT_SECURITY_POLICY)
        policy["DIRECTIVES"]["form-action"].append(running.url)
        settings.CONTENT_SECURITY_POLICY = policy
        running.person = {"sub": "7", "email": "zoe@example.org", "email_verified": True}
        yield running


def test_a_guest_becomes_an_account(provider: Provider, live_server: Any, page: Page) -> None:
    guest = in_thread(lambda: User.objects.create_guest("Zoe", "owl"))
    page.context.add_cookies([session_cookie(guest, live_server.url)])
    page.goto(f"{live_server.url}/accounts/signup/")
    assert complaints(page) == []
    page.get_by_role("button", name="Continue with Small School").click()
    expect(page.get_by_role("heading", name="Choose a user name")).to_be_visible()
    expect(page.get_by_label("Your e-mail address")).to_have_value("zoe@example.org")
    assert complaints(page) == []
    page.get_by_label("User name").fill("zoe")
    page.get_by_label("User name").press("Enter")
    expect(page.locator(".viewer-name")).to_have_text("Zoe")
    page.goto(f"{live_server.url}/guest/")
    page.get_by_role("link", name="Other ways to sign in").click()
    expect(page.get_by_role("button", name="Remove Small School")).to_be_visible()
    assert complaints(page) == []

    page.context.clear_cookies()
    page.goto(f"{live_server.url}/accounts/login/?next=/rules/")
    assert complaints(page) == []
    page.get_by_role("button", name="Continue with Small School").press("Enter")
    page.wait_for_url(f"{live_server.url}/rules/")
    expect(page.locator(".viewer-name")).to_have_text("Zoe")
    assert in_thread(lambda: User.objects.get().pk) == guest.pk


def test_the_policy_lets_forms_go_nowhere_else(
    provider: Provider, live_server: Any, page: Page, settings: Any
) -> None:
    settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"].remove(provider.url)
    page.goto(f"{live_server.url}/accounts/login/")
    with page.expect_console_message(lambda message: "form-action" in message.text):
        page.get_by_role("button", name="Continue with Small School").click()


def test_the_pages_of_a_code_by_mail(provider: Provider, live_server: Any, page: Page) -> None:
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_role("link", name="Send me a code by e-mail").click()
    assert complaints(page) == []
    page.get_by_label("Your e-mail address").fill("nobody@example.org")
    page.get_by_label("Your e-mail address").press("Enter")
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    assert complaints(page) == []
    page.get_by_label("Code").fill("ABCDEF")
    page.get_by_label("Code").press("Enter")
    expect(page.get_by_label("Code")).to_have_attribute("aria-invalid", "true")
