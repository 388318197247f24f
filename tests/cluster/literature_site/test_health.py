"""The page `/readyz`: whether people can play through this process now."""

import socket
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError
from django.utils import timezone

from cluster.ports import free_port
from game.models import SchedulerHeartbeat
from literature_site import health
from tests.database.kit.machines import HOUR, disagreeing, machine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

WELL = {"server": "ok", "database": "ok", "redis": "ok", "clock": "ok"}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Give a working service enough time to answer, even on a slow machine."""
    monkeypatch.setattr(health, "DATABASE_SECONDS", 30)
    monkeypatch.setattr(health, "REDIS_SECONDS", 30)
    monkeypatch.setattr(health, "OLDEST_HEARTBEAT", timedelta(seconds=25))


@pytest.fixture
def beat():
    SchedulerHeartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


def look(client):
    """Request the page. Return the status, and the text about each part."""
    answer = client.get("/readyz")
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    return answer.status_code, answer.json()


def test_everything_works(client, beat):
    assert look(client) == (200, WELL)


def test_no_session_is_read(client, beat, django_assert_num_queries):
    client.cookies["sessionid"] = "somebody"
    # The heartbeat is read in another thread, with another connection.
    with django_assert_num_queries(0):
        assert look(client)[0] == 200


@pytest.mark.parametrize("ago", [timedelta(seconds=30), timedelta(hours=-1)])
def test_a_scheduler_without_a_heartbeat(client, ago):
    assert look(client) == (503, WELL | {"clock": "has no heartbeat"})
    SchedulerHeartbeat.objects.create(pk=1, at=timezone.now() - ago)
    assert look(client) == (503, WELL | {"clock": "has no heartbeat"})


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_heartbeat_counts_despite_a_wrong_clock(client, beat, ahead):
    with machine(ahead):
        assert look(client) == (200, WELL)


def test_a_database_that_does_not_answer(client, beat, monkeypatch):
    def fails():
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(health, "heartbeat_age", fails)
    said = WELL | {"database": "does not answer", "clock": "not known"}
    assert look(client) == (503, said)
    answers = Event()
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.1)
    monkeypatch.setattr(health, "heartbeat_age", lambda: answers.wait(60))
    assert look(client) == (503, said)
    answers.set()


@pytest.mark.slow
def test_redis_is_checked_if_it_is_used(client, beat, redis_url, settings):
    settings.REDIS_URL = redis_url
    assert look(client) == (200, WELL)


def test_a_hanging_redis_is_not_waited_for(client, beat, settings, monkeypatch):
    monkeypatch.setattr(health, "REDIS_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for port in (free_port(), silent.getsockname()[1]):
            settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
            assert look(client) == (503, WELL | {"redis": "does not answer"})


def test_a_stopping_process_is_not_ready(client, beat):
    health.leaving.set()
    try:
        assert look(client) == (503, WELL | {"server": "is leaving"})
    finally:
        health.leaving.clear()
