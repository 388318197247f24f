"""A session in use is renewed, because a guest can't sign in again."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from rooms import retention
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db

DAY = 24 * 3600
COOKIE = settings.SESSION_COOKIE_NAME
AGE = settings.SESSION_COOKIE_AGE


@pytest.fixture
def guest(clock):
    client = Client()
    client.post("/guest/", {"name": "Asha", "avatar": "owl"})
    return client


def ends_in(clock):
    return Session.objects.get().expire_date - clock.now


@pytest.mark.parametrize("headers", [{}, JSON])
def test_the_session_of_a_returning_guest_is_renewed(guest, clock, headers):
    for _ in range(8):
        clock.forward(100 * DAY)
        answer = guest.get("/history/", headers=headers)
        assert answer.status_code == 200
        assert answer.wsgi_request.user.name == "Asha"
        assert answer.cookies[COOKIE]["max-age"] == AGE
        assert ends_in(clock) == timedelta(seconds=AGE)


def test_the_session_of_an_account_is_renewed(clock):
    client = signed_in(person("Ben"))
    clock.forward(300 * DAY)
    assert client.post("/guest/preferences/", {"sound": "on"}).cookies[COOKIE]["max-age"] == AGE
    assert ends_in(clock) == timedelta(seconds=AGE)


def test_a_session_is_renewed_at_most_once_a_day(guest, clock):
    clock.forward(DAY - 1)
    with CaptureQueriesContext(connection) as queries:
        answer = guest.get("/guest/")
    assert COOKIE not in answer.cookies
    assert not [each for each in queries if "UPDATE" in each["sql"] or "INSERT" in each["sql"]]


def test_a_session_without_a_renewal_time_is_renewed(guest, clock):
    session = guest.session
    session.pop("renewed_at", None)
    session.save()
    clock.forward(60)
    assert guest.get("/guest/").cookies[COOKIE]["max-age"] == AGE
    assert COOKIE not in guest.get("/guest/").cookies


def test_a_session_that_ends_with_the_browser_is_not_renewed(guest, clock):
    session = guest.session
    session.set_expiry(0)
    session.save()
    clock.forward(2 * DAY)
    assert guest.get("/guest/").cookies[COOKIE]["max-age"] == ""


def test_visitors_get_no_session(client):
    assert COOKIE not in client.get("/").cookies
    assert not Session.objects.exists()


def test_signing_out_renews_nothing(guest, clock):
    clock.forward(2 * DAY)
    assert guest.post("/accounts/logout/").cookies[COOKIE]["max-age"] == 0
    assert not Session.objects.filter(expire_date__gt=timezone.now()).exists()


def test_a_returning_guest_is_not_deleted_as_unused(guest, clock):
    """A guest who comes back is kept even without a game. After a month without a visit the guest
    is deleted.
    """
    for _ in range(3):
        clock.forward(20 * DAY)
        guest.get("/guest/")
    assert not retention.idle_guests(timezone.now()).exists()
    assert guest.get("/guest/").wsgi_request.user.name == "Asha"
    clock.forward(31 * DAY)
    assert dict(retention.prune())["guests removed"] == 1


def test_a_password_link_stays_valid_after_a_renewal(clock):
    """Django computes such a link from the time of the last sign-in."""
    client, ben = Client(), person("Ben")
    User.objects.filter(pk=ben.pk).update(is_guest=False)
    client.force_login(ben)
    before = User.objects.get(pk=ben.pk).last_login
    clock.forward(2 * DAY)
    client.get("/guest/")
    assert User.objects.get(pk=ben.pk).last_login == before
