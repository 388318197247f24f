"""Passkeys, with a virtual authenticator of Chromium."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, expect

from accounts.models import User
from tests.browser.test_axe import account, complaints, in_thread, session_cookie

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a-long-lost-ferry"


@pytest.fixture
def authenticator(page: Page) -> CDPSession:
    """Give the browser an authenticator, like a phone with a fingerprint that always fits."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return line


@pytest.fixture
def site(live_server: Any) -> str:
    """The site's address. A passkey belongs to a name, never to a number like 127.0.0.1."""
    return live_server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def asha(page: Page, site: str) -> User:
    user: User = in_thread(account)
    page.context.add_cookies([session_cookie(user, site)])
    return user


def add_passkey(page: Page, site: str) -> None:
    """Add a passkey, from the profile on."""
    page.goto(f"{site}/guest/")
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of this passkey").fill("Phone")
    page.get_by_label("Name of this passkey").press("Enter")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def sign_out(page: Page) -> None:
    page.context.clear_cookies()


def test_a_passkey_signs_in_and_can_be_removed(
    page: Page, site: str, asha: User, authenticator: CDPSession
) -> None:
    add_passkey(page, site)
    assert complaints(page) == []
    page.goto(f"{site}/accounts/2fa/webauthn/")
    expect(page.get_by_role("heading", name="Phone")).to_be_visible()
    assert complaints(page) == []

    sign_out(page)
    page.goto(f"{site}/accounts/login/?next=/rules/")
    assert complaints(page) == []
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    page.wait_for_url(f"{site}/rules/")
    expect(page.locator(".viewer-name")).to_have_text("Asha")

    page.goto(f"{site}/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("link", name="Use a passkey").click()
    assert complaints(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    assert not in_thread(Authenticator.objects.exists)


def test_a_passkey_is_the_second_step_after_the_password(
    page: Page, site: str, asha: User, authenticator: CDPSession
) -> None:
    add_passkey(page, site)
    sign_out(page)
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("User name").fill("asha")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".viewer-name")).to_have_text("Asha")


def test_a_device_without_the_passkey_says_so(
    page: Page, site: str, authenticator: CDPSession
) -> None:
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text(
        "That did not work. Try again, or choose another way."
    )


def test_a_guest_becomes_an_account_by_a_passkey(
    page: Page, site: str, authenticator: CDPSession
) -> None:
    guest = in_thread(lambda: User.objects.create_guest("Zoe", "owl"))
    page.context.add_cookies([session_cookie(guest, site)])
    page.goto(f"{site}/accounts/signup/")
    assert complaints(page) == []
    page.get_by_label("User name").fill("zoe")
    page.get_by_role("button", name="Use a passkey, no password").click()
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()

    sign_out(page)
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".viewer-name")).to_have_text("Zoe")
    assert in_thread(lambda: User.objects.get().pk) == guest.pk
