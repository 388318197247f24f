"""The list of an account's sessions: signing out elsewhere."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guest_to_account
from accounts.models import User
from accounts.templatetags.people import device_name
from live import notifications
from tests.kit import person, signed_in, table_of

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-lost-ferry"
SESSIONS = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def asha():
    return User.objects.create_user("asha", password=PASSWORD, name="Asha")


def browser(user_agent=FIREFOX, name="asha"):
    """A browser in which the person has signed in."""
    client = Client(headers={"User-Agent": user_agent})
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def is_in(client):
    return client.get("/history/").status_code == 200


def session_of(client):
    return UserSession.objects.get(session_key=client.session.session_key)


def test_each_session_is_listed(asha):
    laptop, _phone = browser(), browser(PHONE)
    page = laptop.get(SESSIONS).text
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert page.count("This is where you are now") == 1


def test_signing_out_of_one_session(asha, monkeypatch):
    laptop, phone, tablet = browser(), browser(PHONE), browser()
    seen = []
    monkeypatch.setattr(
        notifications, "publish_person", lambda user_id: seen.append((user_id, is_in(phone)))
    )
    laptop.post(SESSIONS, {"session": session_of(phone).pk})
    assert [is_in(each) for each in (laptop, phone, tablet)] == [True, False, True]
    # Sockets close only after the session has gone, so that they can't come back.
    assert seen == [(asha.pk, False)]


def test_signing_out_everywhere_else(asha):
    laptop, phone, tablet = browser(), browser(PHONE), browser()
    laptop.post(SESSIONS)
    assert [is_in(each) for each in (laptop, phone, tablet)] == [True, False, False]


@pytest.mark.parametrize("session", ["", "x", "-1", "9" * 30])
def test_a_session_that_does_not_exist(asha, session):
    laptop, phone = browser(), browser(PHONE)
    laptop.post(SESSIONS, {"session": session})
    assert is_in(phone)


def test_nobody_ends_the_session_of_somebody_else(asha):
    User.objects.create_user("ben", password=PASSWORD, name="Ben")
    laptop = browser()
    browser(name="ben").post(SESSIONS, {"session": session_of(laptop).pk})
    assert is_in(laptop)


def test_a_session_from_before_is_listed_after_a_visit(asha):
    old = Client()
    old.force_login(asha)
    assert not UserSession.objects.exists()
    old.get("/history/")
    assert session_of(old).user == asha


def test_the_day_of_the_last_visit_is_noted(asha, clock):
    client = browser()
    clock.forward(40 * 3600)
    client.get("/history/")
    assert timezone.now() - session_of(client).last_seen_at < timedelta(minutes=1)


def test_a_move_waits_for_no_list_of_sessions(asha, clock):
    room = table_of([asha, *(person(name) for name in ("Ben", "Cora", "Dora"))])
    client = browser()
    clock.forward(40 * 3600)
    with CaptureQueriesContext(connection) as queries:
        client.post(f"/r/{room.code}/ask/", {"card": "2C", "of": 1, "version": 0})
    assert not [each for each in queries if "usersession" in each["sql"]]


def test_guests_have_no_list(asha):
    client = signed_in(person("Ben"))
    client.get("/")
    assert client.get(SESSIONS)["Location"] == "/accounts/signup/"
    assert not UserSession.objects.exists()


def test_the_oldest_sessions_end(asha, monkeypatch):
    monkeypatch.setattr(guest_to_account, "MOST_SESSIONS", 2)
    clients = [browser() for _ in range(3)]
    assert [is_in(each) for each in clients] == [False, True, True]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        ("curl/8", "A program"),
        ("", "A program"),
    ],
)
def test_the_name_of_a_device(user_agent, name):
    assert device_name(user_agent) == name
