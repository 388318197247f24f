"""Exactly one process removes old rows once a day. No cron job is needed."""

import threading
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from game import database_time
from rooms import daily, retention
from rooms.models import Retention
from tests.threads import at_once

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def runs(monkeypatch):
    """Record the runs, which do nothing."""
    begun = []

    def pruned(most=0, stopped=None):
        begun.append(threading.get_ident())
        yield "rooms removed", 0

    monkeypatch.setattr(retention, "prune", pruned)
    return begun


@pytest.mark.django_db
def test_it_removes_what_prune_removes(clock):
    Session.objects.create(session_key="old", expire_date=clock.now - timedelta(days=1))
    assert daily.run_if_due()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_it_is_done_once_a_day(clock, runs):
    assert daily.run_if_due()
    assert Retention.objects.get().done_at == clock.now
    for _ in range(23):
        clock.forward(HOUR)
        assert not daily.run_if_due()
    clock.forward(HOUR)
    assert daily.run_if_due()
    assert len(runs) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first_ever", [True, False])
def test_of_many_processes_one_does_it(runs, first_ever):
    if not first_ever:
        Retention.objects.create(due_at=database_time.now() - timedelta(days=3))
    answers = at_once([daily.run_if_due] * 6)
    assert sorted(answers) == [False] * 5 + [True]
    assert len(runs) == 1
    assert not daily.run_if_due()


@pytest.mark.django_db
def test_whoever_read_that_it_is_due_may_still_come_too_late(clock, runs):
    """Another process gets the run after the check and before the UPDATE."""
    Retention.objects.create(due_at=clock.now)
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
def test_a_run_that_fails_is_tried_again_soon(clock, monkeypatch):
    def fails(most=0, stopped=None):
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(retention, "prune", fails)
        with pytest.raises(OSError, match="no room"):
            daily.run_if_due()
    assert not daily.run_if_due()
    clock.forward(daily.RETRY.total_seconds())
    assert daily.run_if_due()


@pytest.mark.django_db
def test_a_process_that_dies_meanwhile_loses_its_lease(clock, monkeypatch, runs):
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
def test_a_process_that_leaves_gives_the_rest_to_another(clock):
    for number in range(3):
        Session.objects.create(session_key=str(number), expire_date=clock.now - timedelta(days=1))
    assert not daily.run_if_due(lambda: True)
    assert Session.objects.count() == 3
    assert daily.run_if_due()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_a_time_that_was_wrong_puts_it_off_for_a_day_at_most(clock, runs):
    Retention.objects.create(due_at=clock.now + timedelta(days=900))
    assert daily.run_if_due()
    assert not daily.run_if_due()
