"""The queue of background work. Most tests use the daily removal of old rows.

Exactly one process removes old rows once a day. No cron job is needed.
"""

import threading
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from bots import background
from game import database_time
from game.models import DueWork
from rooms import retention
from tests.database.kit.threads import at_once

HOUR = 3600
SECOND = timedelta(seconds=1)


@pytest.fixture
def removal(transactional_db):
    """The removal of old rows, which is due."""
    DueWork.objects.all().delete()
    return DueWork.objects.create(kind="retention", due_at=database_time.now())


@pytest.fixture
def runs(removal, monkeypatch):
    """Replace the run by a function that only records the call."""
    begun = []

    def pruned(stopped=None):
        begun.append(threading.get_ident())
        yield "rooms removed", 0

    monkeypatch.setattr(retention, "prune", pruned)
    return begun


@pytest.mark.django_db
def test_a_new_site_has_the_work():
    work = DueWork.objects.get()
    assert (work.kind, work.subject) == ("retention", "")
    assert work.due_at > database_time.now() + timedelta(hours=20)


def test_it_removes_the_same_rows_as_prune(clock, removal):
    Session.objects.create(session_key="old", expire_date=clock.now - timedelta(days=1))
    assert background.do_due_work()
    assert not Session.objects.exists()


def test_it_runs_once_a_day(clock, runs):
    assert background.do_due_work()
    for _ in range(23):
        clock.forward(HOUR)
        assert not background.do_due_work()
    clock.forward(HOUR)
    assert background.do_due_work()
    assert len(runs) == 2


@pytest.mark.postgres
def test_only_one_of_many_processes_runs_it(runs):
    answers = at_once([background.do_due_work] * 6)
    assert sorted(answers) == [False] * 5 + [True]
    assert len(runs) == 1
    assert not background.do_due_work()


def test_another_process_may_be_faster(runs):
    """Another process leases the work after the check and before the UPDATE."""
    other = []

    def first(execute, sql, params, many, context):
        if sql.startswith("UPDATE") and not other:
            other.append(None)
            other[0] = background.do_due_work()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(first):
        assert not background.do_due_work()
    assert other == [True]
    assert len(runs) == 1


def test_failed_work_is_repeated_after_longer_and_longer_times(clock, removal, monkeypatch, caplog):
    def fails(stopped=None):
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(retention, "prune", fails)
        for wait in [*background.RETRIES, background.RETRIES[-1]]:
            assert background.do_due_work()
            clock.forward(wait.total_seconds() - 1)
            assert not background.do_due_work()
            clock.forward(1)
    assert "Background work failed: retention" in caplog.text
    assert "no room" in caplog.text
    assert background.do_due_work()
    assert DueWork.objects.get().tries == 0


@pytest.mark.postgres
def test_work_of_a_killed_process_is_due_again(clock, runs, monkeypatch):
    def dies(stopped=None):
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(retention, "prune", dies)
        with pytest.raises(SystemExit):
            background.do_due_work()
    assert not background.do_due_work()
    clock.forward(background.LEASE.total_seconds())
    assert background.do_due_work()


def test_a_process_that_was_late_does_not_change_the_work(clock, runs, monkeypatch):
    """Its lease ran out, and another process has done the work meanwhile."""
    run = retention.run

    def sleeps(work, stopped):
        monkeypatch.setitem(background.KINDS, "retention", run)
        clock.forward(HOUR)
        assert background.do_due_work()
        return clock.now

    monkeypatch.setitem(background.KINDS, "retention", sleeps)
    assert background.do_due_work()
    assert len(runs) == 1
    assert DueWork.objects.get().due_at == clock.now + retention.EVERY


def test_a_stopped_process_leaves_the_rest_to_another(clock, removal):
    for number in range(3):
        Session.objects.create(session_key=str(number), expire_date=clock.now - timedelta(days=1))
    asked = []

    def stopped():
        asked.append(None)
        return len(asked) > 1

    assert background.do_due_work(stopped)
    assert Session.objects.count() == 3
    assert background.do_due_work()
    assert not Session.objects.exists()


def test_work_of_the_lowest_rank_comes_first_but_long_work_takes_turns(removal, monkeypatch):
    monkeypatch.setattr(background, "SLICE_SECONDS", 0)
    done = []

    def work(work, stopped):
        done.append(work.subject)
        assert stopped(), "the slice is over"
        is_long = work.subject == "long" and len(done) < 4
        return database_time.now() if is_long else None

    monkeypatch.setattr(background, "KINDS", {"review": work})
    now = database_time.now()
    for subject, rank in (("long", 0), ("short", 0), ("imported", 1000)):
        DueWork.objects.create(kind="review", subject=subject, rank=rank, due_at=now)
    DueWork.objects.filter(subject="short").update(due_at=now - SECOND / 2)
    DueWork.objects.filter(subject="long").update(due_at=now - SECOND)
    assert background.do_due_work()
    assert done == ["long", "short", "long", "long", "imported"]
    assert DueWork.objects.get() == removal, "a newer scheduler does a work of another kind"


def test_a_wrong_time_delays_it_by_at_most_a_day(clock, runs):
    DueWork.objects.update(due_at=clock.now + timedelta(days=900))
    assert background.do_due_work()
    assert not background.do_due_work()
