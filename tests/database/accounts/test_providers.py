"""Signing in with another provider, which runs here on a local port."""

import os
import subprocess
import sys

import httpx
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.core import mail
from django.test import Client

from accounts import middleware
from accounts.models import User
from tests import ROOT
from tests.database.kit import all_ways
from tests.database.kit.openid import running_provider
from tests.kit import people, person, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-lost-ferry"
ADDRESS = "asha@example.org"
LOGIN = "/accounts/oidc/openid/login/"
SIGN_UP = "/accounts/3rdparty/signup/"
CONNECTIONS = "/accounts/3rdparty/"


@pytest.fixture(scope="module")
def running():
    with running_provider() as provider:
        yield provider


@pytest.fixture(autouse=True)
def provider(running, settings):
    settings.ROOT_URLCONF = all_ways.__name__
    settings.SOCIALACCOUNT_PROVIDERS = running.settings
    running.refuses = False
    running.person = {
        "sub": "1",
        "email": ADDRESS,
        "email_verified": True,
        "name": "Asha Real-Name",
    }
    return running


def go(client, process="login", **more):
    """Follow the button to the provider and back. Return the site's answer."""
    there = client.post(f"{LOGIN}?process={process}", more)["Location"]
    back = httpx.get(there, follow_redirects=False).headers["Location"]
    return client.get(back.removeprefix("http://testserver"))


def new_account(client, username="asha", **more):
    assert go(client)["Location"] == SIGN_UP
    return client.post(SIGN_UP, {"username": username, "email": ADDRESS, **more})


def account(username="ben", address=ADDRESS, verified=True):
    user = User.objects.create_user(username, password=PASSWORD, name=username.title())
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return user


def who(client):
    return client.session.get("_auth_user_id")


def test_a_new_person_chooses_a_user_name():
    client = Client()
    assert go(client)["Location"] == SIGN_UP
    assert ADDRESS in client.get(SIGN_UP).text
    assert client.post(SIGN_UP, {"username": "asha", "email": ADDRESS})["Location"] == "/"
    user = User.objects.get()
    assert (user.username, user.name, user.is_guest) == ("asha", "asha", False), "not the real name"
    assert not user.has_usable_password()
    assert who(client) == str(user.pk)
    address = EmailAddress.objects.get()
    assert (address.user, address.email, address.verified) == (user, ADDRESS, True)
    assert not mail.outbox
    assert not SocialToken.objects.exists()


def test_the_address_is_stored_only_if_the_person_leaves_it():
    new_account(Client(), email="")
    assert not EmailAddress.objects.exists()
    assert User.objects.get().email == ""


def test_another_address_must_be_confirmed():
    new_account(Client(), email="other@example.org")
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == ("other@example.org", False)
    assert mail.outbox[0].to == ["other@example.org"]


def test_a_guest_keeps_everything():
    asha = person("Asha", "owl")
    room = table_of([asha, *people(4)[1:]])
    code = room_of([asha])
    client = signed_in(asha)
    before = client.get(f"/r/{room.code}/state.json").json()
    assert go(client)["Location"] == SIGN_UP
    assert who(client) == str(asha.pk), "whoever stops here is still the guest"
    assert client.get(f"/r/{room.code}/state.json").json() == before
    client.post(SIGN_UP, {"username": "asha", "email": ADDRESS})
    now = User.objects.get(pk=asha.pk)
    assert (now.username, now.name, now.avatar, now.is_guest) == ("asha", "Asha", "owl", False)
    assert who(client) == str(asha.pk)
    assert client.get(f"/r/{room.code}/state.json").json() == before
    assert client.get(f"/r/{code}/state.json").json()["you"] == 0

    # The person signs in on another device, where they are another guest.
    other = signed_in(person("Zoe"))
    assert go(other, next=f"/r/{room.code}/")["Location"] == f"/r/{room.code}/"
    assert who(other) == str(asha.pk)
    assert SocialAccount.objects.count() == 1


@pytest.mark.parametrize("username", ["", "ben", "guest-1", "b" * 200])
def test_a_refused_user_name_does_not_change_the_guest(username):
    account(address="ben@example.org")
    asha = person("Asha")
    answer = new_account(signed_in(asha), username)
    assert answer.status_code == 200
    asha.refresh_from_db()
    assert asha.is_guest
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("email_verified", [True, False])
@pytest.mark.parametrize("verified", [True, False])
def test_an_address_takes_over_no_account(provider, email_verified, verified):
    ben = account(verified=verified)
    provider.person["email_verified"] = email_verified
    client = Client()
    new_account(client)
    assert who(client) != str(ben.pk)
    assert not SocialAccount.objects.filter(user=ben).exists()
    mine = EmailAddress.objects.filter(user__username="asha", verified=True)
    assert mine.exists() == (email_verified and not verified)
    assert EmailAddress.objects.get(user=ben).verified == verified


def test_an_account_adds_a_provider_after_its_password():
    ben = account()
    client = signed_in(ben)
    assert go(client, "connect")["Location"] == "/accounts/reauthenticate/"
    assert not SocialAccount.objects.exists()
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer["Location"] == CONNECTIONS
    assert "Small School" in client.get(CONNECTIONS).text
    assert SocialAccount.objects.get().user == ben
    other = Client()
    go(other)
    assert who(other) == str(ben.pk)


def test_a_provider_is_removed_but_not_the_only_way_in():
    client = Client()
    new_account(client)
    only = SocialAccount.objects.get()
    assert "no password" in client.post(CONNECTIONS, {"account": only.pk}).text
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post(CONNECTIONS, {"account": only.pk})
    assert not SocialAccount.objects.exists()


def test_nobody_removes_the_provider_of_somebody_else():
    new_account(Client())
    client = signed_in(account(address="ben@example.org"))
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post(CONNECTIONS, {"account": SocialAccount.objects.get().pk})
    assert SocialAccount.objects.exists()


def test_the_second_step_is_asked_for():
    new_account(Client())
    user = User.objects.get()
    Authenticator.objects.create(user=user, type="totp", data={"secret": "A"})
    client = Client()
    assert go(client)["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) is None


def test_a_suspended_person_is_not_signed_in():
    new_account(Client())
    User.objects.update(is_active=False)
    client = Client()
    go(client)
    assert who(client) is None


def test_a_person_stops_at_the_provider(provider):
    provider.refuses = True
    asha = person("Asha")
    client = signed_in(asha)
    answer = go(client)
    assert answer["Location"] == "/accounts/3rdparty/login/cancelled/"
    assert "Nothing has changed" in client.get(answer["Location"]).text
    assert who(client) == str(asha.pk)


@pytest.mark.parametrize(
    "query", ["", "?code=1", "?code=1&state=1", "?state=1", "?error=x&state=%00"]
)
def test_a_forged_way_back(query):
    client = Client()
    page = client.get(f"{LOGIN}callback/{query}")
    assert page.status_code in (200, 401)
    assert "did not answer as it should" in page.text
    assert who(client) is None


def test_the_way_back_belongs_to_one_browser():
    there = Client().post(LOGIN)["Location"]
    back = httpx.get(there, follow_redirects=False).headers["Location"]
    victim = Client()
    page = victim.get(back.removeprefix("http://testserver"))
    assert "did not answer as it should" in page.text
    assert SIGN_UP not in str(page.headers)


def test_a_link_alone_signs_in_nobody():
    assert Client().get(LOGIN).status_code == 200
    assert Client(enforce_csrf_checks=True).post(LOGIN).status_code == 403


def test_an_unknown_provider():
    assert Client().post("/accounts/oidc/other/login/").status_code == 404


def test_requests_to_the_provider_are_limited(monkeypatch, settings):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(middleware, "WAYS_IN_PER_MINUTE", 2)
    answers = [Client().post(LOGIN).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_a_provider_that_is_away(settings, provider):
    (app,) = provider.settings["openid_connect"]["APPS"]
    app["settings"]["server_url"] = "http://127.0.0.1:9"
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    page = Client().post(LOGIN, follow=True)
    assert page.status_code == 401
    assert "did not answer as it should" in page.text


@pytest.mark.parametrize("page", ["login", "signup"])
def test_the_buttons(page, settings):
    assert "Continue with Small School" in Client().get(f"/accounts/{page}/").text
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "Continue with" not in Client().get(f"/accounts/{page}/").text


KEYS = {
    "GOOGLE_CLIENT_ID": "g",
    "DISCORD_CLIENT_ID": "d",
    "OPENID_CLIENT_ID": "o",
    "OPENID_URL": "https://login.school.example/realms/all",
    "EMAIL_HOST": "mail.example",
}
ASK = """
from django.conf import settings
from django.urls import NoReverseMatch, reverse
names = {"google_login": [], "discord_login": [], "openid_connect_login": ["openid"],
         "socialaccount_connections": [], "account_request_login_code": []}
def there(name, arguments):
    try:
        return bool(reverse(name, args=arguments))
    except NoReverseMatch:
        return False
print([there(*each) for each in names.items()])
print(settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"])
"""


@pytest.mark.slow
@pytest.mark.parametrize("given", [{}, KEYS])
def test_the_environment_switches_the_ways_on(given):
    lines = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", ASK],
        cwd=ROOT,
        env={**os.environ, **dict.fromkeys(KEYS, ""), **given},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert lines[0] == str([bool(given)] * 5)
    origins = ["https://accounts.google.com", "https://discord.com", "https://login.school.example"]
    assert lines[1] == str(["'self'", *(origins if given else [])])
