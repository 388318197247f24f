"""The answers to people, htmx and programs while the database is unavailable."""

import logging
from asyncio import CancelledError

import pytest
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import InterfaceError, OperationalError
from django.test import Client
from redis import exceptions as redis

from literature_site.errors import OneLineForOutages

JSON = {"Accept": "application/json"}


@pytest.fixture(params=[OperationalError, InterfaceError])
def away(request, monkeypatch):
    """Make every reading of a session fail, as it does while the database is away."""

    def fail(*args, **kwargs):
        raise request.param("could not connect\n")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", fail)


@pytest.fixture
def visitor():
    """A browser with a session cookie. The site needs a query to check it."""
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    return client


@pytest.mark.parametrize("path", ["/", "/r/CCCCCC/", "/games/1/", "/accounts/login/"])
def test_a_page_says_so_and_reloads(away, visitor, path):
    answer = visitor.get(path)
    assert answer.status_code == 503
    assert "We will be back in a moment" in answer.content.decode()
    assert answer["Refresh"] == "3"  # The header makes the page reload at the same address.
    assert answer["Retry-After"] == "3"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/r/CCCCCC/?x=1", "3; url=http://testserver/r/CCCCCC/?x=1"),
        ("http://elsewhere.example/", "3; url=/"),
        ("//elsewhere.example/", "3; url=/"),
        ("", "3; url=/"),
    ],
)
def test_a_form_leads_back_to_its_page(away, visitor, referer, back):
    answer = visitor.post("/r/CCCCCC/join/", headers={"Referer": referer})
    assert (answer.status_code, answer["Refresh"]) == (503, back)


@pytest.mark.parametrize("path", ["/r/CCCCCC/ask/", "/r/CCCCCC/join/", "/rooms/new/"])
def test_a_program_gets_the_code(away, visitor, path):
    answer = visitor.post(path, headers=JSON)
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert "Your game is saved" in answer.json()["message"]
    assert answer["Retry-After"] == "3"


def test_htmx_gets_no_page(away, visitor):
    answer = visitor.post("/r/CCCCCC/ask/", headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert "<" not in answer.content.decode()
    assert "Refresh" not in answer


@pytest.mark.django_db
def test_a_session_that_cannot_be_saved(monkeypatch):
    """Django alone would treat the session as expired, and answer 400."""
    visitor = Client(raise_request_exception=False)

    def fail(*args, **kwargs):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.contrib.sessions.models.Session.save", fail)
    answer = visitor.post("/guest/", {"name": "Asha", "avatar": "cat"}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def test_other_errors_are_still_errors(visitor, monkeypatch):
    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", fail)
    assert visitor.get("/").status_code == 500


def logged(error, by="x"):
    """Make a log record of an error, and pass it through the filter."""
    record = logging.LogRecord(by, logging.ERROR, "", 0, "Room %s", ("A",), None)
    record.exc_info = (type(error), error, None)
    OneLineForOutages().filter(record)
    return record


def test_an_outage_has_one_line_in_the_log():
    record = logged(OperationalError("no route\n"))
    assert (record.getMessage(), record.exc_info) == ("Room A: no route", None)
    assert logged(RuntimeError("a bug")).exc_info


@pytest.mark.parametrize("how", ["__cause__", "__context__"])
def test_an_error_caused_by_an_outage_has_one_line(how):
    """Django reports that the session has expired. In truth the session could not be saved."""
    update, interrupted = RuntimeError("not updated"), SessionInterrupted("was deleted")
    setattr(update, how, OperationalError("database or disk is full\n"))
    setattr(interrupted, how, update)
    record = logged(interrupted)
    assert record.getMessage() == "Room A: database or disk is full"
    assert record.exc_info is None


@pytest.mark.parametrize(
    "error", [redis.ConnectionError("refused"), redis.TimeoutError(), CancelledError()]
)
def test_a_lost_connection_to_redis_is_a_warning(error):
    """This error does no harm: the channel layer connects again, and the heartbeat brings the
    missed update.
    """
    record = logged(error, by="channels_redis.pubsub")
    assert record.getMessage() == f"Room A: {error!r}"
    assert (record.levelname, record.exc_info) == ("WARNING", None)


def test_other_errors_of_the_channel_layer_are_still_errors():
    record = logged(TypeError("no such message"), by="channels_redis.pubsub")
    assert record.exc_info
    assert record.levelno == logging.ERROR
    assert logged(redis.ConnectionError("refused")).exc_info
