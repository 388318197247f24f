"""Exactly one process removes old rows once a day. No cron job is needed."""

import threading
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from game import database_time
from game.models import Lease
from rooms import daily, retention
from tests.threads import at_once

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def runs(monkeypatch):
    """Replace the run by a function that only records the call."""
    begun = []

    def pruned(most=0, stopped=None):
        begun.append(threading.get_ident())
        yield "rooms removed", 0

    monkeypatch.setattr(retention, "prune", pruned)
    return begun


@pytest.mark.django_db
def test_it_removes_the_same_rows_as_prune(clock):
    Session.objects.create(session_key="old", expire_date=clock.now - timedelta(days=1))
    assert daily.run_if_due()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_it_runs_once_a_day(clock, runs):
    assert daily.run_if_due()
    for _ in range(23):
        clock.forward(HOUR)
        assert not daily.run_if_due()
    clock.forward(HOUR)
    assert daily.run_if_due()
    assert len(runs) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first_ever", [True, False])
def test_only_one_of_many_processes_runs_it(runs, first_ever):
    if not first_ever:
        Lease.objects.create(name=daily.NAME, until=database_time.now() - timedelta(days=3))
    answers = at_once([daily.run_if_due] * 6)
    assert sorted(answers) == [False] * 5 + [True]
    assert len(runs) == 1
    assert not daily.run_if_due()


@pytest.mark.django_db
def test_a_process_may_lose_the_lease_after_the_check(clock, runs):
    """Another process gets the run after the check and before the UPDATE."""
    Lease.objects.create(name=daily.NAME, until=clock.now)
    other = []

    def first(execute, sql, params, many, context):
        if sql.startswith("UPDATE") and not other:
            other.append(None)
            other[0] = daily.run_if_due()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(first):
        assert not daily.run_if_due()
    assert other == [True]
    assert len(runs) == 1


@pytest.mark.django_db
def test_a_failed_run_is_repeated_soon(clock, monkeypatch, caplog):
    def fails(most=0, stopped=None):
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(retention, "prune", fails)
        assert not daily.run_if_due()
    assert "no room" in caplog.text
    assert not daily.run_if_due()
    clock.forward(daily.RETRY.total_seconds())
    assert daily.run_if_due()


@pytest.mark.django_db
def test_a_dead_process_loses_its_lease(clock, monkeypatch, runs):
    def dies(most=0, stopped=None):
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(retention, "prune", dies)
        with pytest.raises(SystemExit):
            daily.run_if_due()
    assert not daily.run_if_due()
    clock.forward(daily.LEASE.total_seconds())
    assert daily.run_if_due()


@pytest.mark.django_db
def test_a_stopped_process_leaves_the_rest_to_another(clock):
    for number in range(3):
        Session.objects.create(session_key=str(number), expire_date=clock.now - timedelta(days=1))
    assert not daily.run_if_due(lambda: True)
    assert Session.objects.count() == 3
    assert daily.run_if_due()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_a_wrong_time_delays_it_by_at_most_a_day(clock, runs):
    Lease.objects.create(name=daily.NAME, until=clock.now + timedelta(days=900))
    assert daily.run_if_due()
    assert not daily.run_if_due()
