"""Signing in with a code by e-mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.database.kit import all_ways
from tests.kit import person, signed_in

pytestmark = pytest.mark.django_db

ASK, CONFIRM = "/accounts/login/code/", "/accounts/login/code/confirm/"
ADDRESS = "asha@example.org"


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.ROOT_URLCONF = all_ways.__name__
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True


@pytest.fixture
def asha():
    user = User.objects.create_user("asha", password="a-long-lost-ferry", name="Asha")
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    return user


def ask(client, address=ADDRESS, **more):
    return client.post(ASK, {"email": address, **more})


def mailed_code():
    (letter,) = mail.outbox
    assert letter.to == [ADDRESS]
    return re.search(r"sign in:\n\n(\S+)\n", letter.body)[1]


def who(client):
    return client.session.get("_auth_user_id")


def test_a_site_without_a_mail_server_offers_no_code(settings):
    assert ASK in Client().get("/accounts/login/").text
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = False
    assert ASK not in Client().get("/accounts/login/").text


@pytest.mark.parametrize("guest", [False, True])
def test_the_code_signs_in(asha, guest):
    client = signed_in(person("Ben")) if guest else Client()
    answer = ask(client, next="/rules/")
    assert answer["Location"] == f"{CONFIRM}?next=%2Frules%2F"
    assert "works for ten minutes" in client.get(answer["Location"]).text
    assert who(client) != str(asha.pk)
    answer = client.post(CONFIRM, {"code": mailed_code(), "next": "/rules/"})
    assert answer["Location"] == "/rules/"
    assert who(client) == str(asha.pk)


def test_a_code_works_in_the_browser_that_asked_alone(asha):
    ask(Client())
    thief = Client()
    assert thief.post(CONFIRM, {"code": mailed_code()}).status_code == 302
    assert who(thief) is None


def test_a_code_cannot_be_guessed(asha):
    client = Client()
    ask(client)
    for _ in range(3):
        client.post(CONFIRM, {"code": "wrong"})
    client.post(CONFIRM, {"code": mailed_code()})
    assert who(client) is None
    for _ in range(9):
        ask(Client())
    assert len(mail.outbox) == 3


def test_codes_go_only_to_confirmed_addresses(asha):
    EmailAddress.objects.update(verified=False)
    known = ask(Client(), follow=True)
    assert "not confirmed for any account" in mail.outbox.pop().body
    cache.clear()
    unknown = ask(Client(), "nobody@example.org", follow=True)
    assert "not confirmed for any account" in mail.outbox.pop().body
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_a_suspended_person_gets_no_code(asha):
    User.objects.update(is_active=False)
    ask(Client())
    assert "not confirmed for any account" in mail.outbox.pop().body


def test_the_code_does_not_skip_the_second_step(asha):
    Authenticator.objects.create(user=asha, type="totp", data={"secret": "A"})
    client = Client()
    ask(client)
    answer = client.post(CONFIRM, {"code": mailed_code()})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) is None


def test_a_link_in_a_mail_does_not_follow_the_host_of_the_request(settings):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://cards.example", ["*"]
    Client().post(ASK, {"email": ADDRESS}, headers={"Host": "evil.example"})
    body = mail.outbox.pop().body
    assert "https://cards.example/accounts/signup/" in body
    assert "evil.example" not in body
