"""Two-step sign-in: an authenticator app, recovery codes, and who is asked for them. Passkeys are
tested in a browser.
"""

import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.test import Client

from accounts import forms, middleware
from accounts.models import User
from rooms.actions import suspend_rename_delete
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-lost-ferry"


@pytest.fixture
def asha():
    return account("asha")


def account(name, **rights):
    return User.objects.create_user(name, password=PASSWORD, name=name.title(), **rights)


def browser_of(user):
    """A browser in which the person has just entered the password once more."""
    client = signed_in(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def code_now(secret):
    value = totp.hotp_value(secret, int(time.time() // 30))
    return totp.format_hotp_value(value)


def with_app(user):
    """Switch on an authenticator app by the pages. Return its secret."""
    client = browser_of(user)
    page = client.get("/accounts/2fa/totp/activate/").text
    secret = re.search(r'class="secret">(\w+)<', page)[1]
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    # The cache has the codes that were used: each works once.
    cache.clear()
    return secret


def sign_in(client, name="asha", **more):
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD, **more})


def who(client):
    return client.session.get("_auth_user_id")


def test_the_password_alone_no_longer_signs_in(asha):
    secret = with_app(asha)
    client = Client()
    assert sign_in(client, next="/rules/")["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) is None
    wrong = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert (wrong.status_code, who(client)) == (200, None)
    right = client.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert (right.status_code, right["Location"]) == (302, "/rules/")
    assert who(client) == str(asha.pk)


def test_codes_cannot_be_guessed(asha):
    secret = with_app(asha)
    client = Client()
    sign_in(client)
    for _ in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    client.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert who(client) is None


@pytest.mark.parametrize("make", [person, account])
def test_signed_in_people_can_sign_in_to_another_account_by_two_steps(asha, make):
    """A guest counts as signed in, but not on the pages for signing in."""
    secret = with_app(asha)
    ben = make("ben")
    client = signed_in(ben)
    sign_in(client)
    assert client.get("/accounts/2fa/authenticate/").status_code == 200
    assert who(client) == str(ben.pk), "not yet signed out"
    client.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert who(client) == str(asha.pk)


def test_another_person_signs_in_with_the_browser_of_a_suspended_person(asha):
    secret = with_app(asha)
    client = signed_in(account("ben"))
    User.objects.filter(username="ben").update(is_active=False)
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
    assert who(client) == str(asha.pk)


def test_a_recovery_code_works_once(asha):
    with_app(asha)
    page = browser_of(asha).get("/accounts/2fa/recovery-codes/").text
    codes = re.findall(r"<li><code>(\w+)</code>", page)
    assert len(codes) == 10
    for expected in (str(asha.pk), None):
        client = Client()
        sign_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert who(client) == expected


def test_a_new_password_does_not_skip_the_second_step(asha):
    with_app(asha)
    asha.set_password("another-lost-ferry")
    asha.save()
    client = Client()
    answer = client.post("/accounts/login/", {"login": "asha", "password": "another-lost-ferry"})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) is None


def test_staff_are_asked_before_the_staff_pages():
    with_app(account("boss", is_staff=True))
    client = Client()
    for path in ("/admin/", "/admin/login/"):
        assert client.get(path, follow=True).redirect_chain[-1][0].startswith("/accounts/login/?")
    client.post("/admin/login/", {"username": "boss", "password": PASSWORD})
    sign_in(client, "boss", next="/admin/")
    assert who(client) is None
    assert client.get("/admin/").status_code == 302


PAGES = ["", "totp/activate/", "webauthn/", "webauthn/add/"]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_for_accounts(asha, page):
    path = f"/accounts/2fa/{page}"
    assert signed_in(person("Ben")).get(path)["Location"] == "/accounts/signup/"
    assert browser_of(asha).get(path).status_code == 200
    changes = page.endswith(("activate/", "add/"))
    assert signed_in(asha).get(path).status_code == (302 if changes else 200), "asked once more"


def test_nobody_removes_the_passkey_of_somebody_else(asha):
    key = Authenticator.objects.create(user=asha, type="webauthn", data={"name": "Phone"})
    client = browser_of(account("ben"))
    for page in ("remove", "edit"):
        path = f"/accounts/2fa/webauthn/keys/{key.pk}/{page}/"
        assert client.post(path, {"name": "Mine"}).status_code == 404
    assert Authenticator.objects.get().data == {"name": "Phone"}


def test_the_secrets_have_no_staff_page(admin_client):
    assert admin_client.get("/admin/mfa/authenticator/").status_code == 404


ANSWER = dict.fromkeys(("clientDataJSON", "authenticatorData", "signature", "userHandle"), "e30")


@pytest.mark.parametrize(
    "credential",
    [
        *("", "[]", "{}", "null", "3", '"x"', "{", '{"response": null}', '{"response": []}'),
        "[" * 9999,
        "[" * 99_999,
        json.dumps({"id": "MQ", "rawId": "MQ", "response": ANSWER, "type": "public-key"}),
        json.dumps({"id": "MQ", "rawId": 1, "response": ANSWER, "type": "public-key"}),
        json.dumps({"id": "MQ", "rawId": "MQ", "response": ANSWER | {"userHandle": 1}}),
        json.dumps({"id": "MQ", "rawId": "MQ", "response": ANSWER | {"userHandle": "\0é"}}),
        json.dumps({"id": "é", "rawId": "é", "response": ANSWER | {"authenticatorData": "é"}}),
        json.dumps({"id": "MQ", "rawId": "MQ", "response": ANSWER | {"clientDataJSON": "WzFd"}}),
    ],
)
def test_a_malformed_passkey_is_refused(asha, credential):
    client = Client()
    client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    answer = client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert answer.status_code in (302, 400)
    assert who(client) is None
    client = browser_of(asha)
    client.get("/accounts/2fa/webauthn/add/")
    answer = client.post("/accounts/2fa/webauthn/add/", {"credential": credential})
    assert answer.status_code in (200, 400)
    assert not Authenticator.objects.exists()


def test_an_account_has_few_passkeys(asha, monkeypatch):
    monkeypatch.setattr(forms, "MOST_PASSKEYS", 0)
    path = "/accounts/2fa/webauthn/add/"
    page = browser_of(asha).post(path, {"credential": json.dumps({"response": ANSWER})}).text
    assert "Remove one first" in page
    assert not Authenticator.objects.exists()


def test_a_guest_becomes_an_account_without_a_password():
    ben = person("Ben", "owl")
    client = signed_in(ben)
    answer = client.post(
        "/accounts/signup/", {"username": "ben", "passkey": "on", "next": "/rules/"}
    )
    assert answer["Location"] == "/accounts/2fa/webauthn/add/"
    assert client.get(answer["Location"]).status_code == 200, "nothing to ask for once more"
    now = User.objects.get()
    assert (now.pk, now.username, now.name, now.is_guest) == (ben.pk, "ben", "Ben", False)
    assert not now.has_usable_password()


def test_without_a_passkey_a_password_is_needed():
    ben = person("Ben")
    assert signed_in(ben).post("/accounts/signup/", {"username": "ben"}).status_code == 200
    ben.refresh_from_db()
    assert ben.is_guest


def test_an_open_browser_alone_sets_no_password(asha):
    """With an own password somebody could remove the passkey."""
    User.objects.filter(pk=asha.pk).update(password="!")
    Authenticator.objects.create(user=asha, type="webauthn", data={"name": "Key"})
    asha.refresh_from_db()
    fields = {"password1": "a-newer-ferry-here", "password2": "a-newer-ferry-here"}
    answer = signed_in(asha).post("/accounts/password/set/", fields)
    assert "/reauthenticate" in answer["Location"]
    asha.refresh_from_db()
    assert not asha.has_usable_password()


def test_a_suspended_person_with_a_second_step_gets_no_proof_from_the_password(asha):
    with_app(asha)
    suspend_rename_delete.suspend(asha)
    page = sign_in(Client())
    assert page.status_code == 403
    assert 'name="proof"' not in page.text


def test_ways_in_that_store_sessions_are_limited(monkeypatch, settings):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(middleware, "WAYS_IN_PER_MINUTE", 2)
    path = "/accounts/2fa/webauthn/login/"
    codes = [Client().get(path, headers=JSON).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert Client().get("/accounts/login/").status_code == 200
