"""The line in which the threads of a process wait before they write to SQLite."""

import threading
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from accounts.models import User
from literature_site.sqlite3 import base
from literature_site.sqlite3.line import Line
from tests.database.kit.threads import at_once
from tests.kit import person
from tests.waiting import PATIENCE, wait_until


def queued(line):
    return sum(map(len, line._waiting.values()))


@contextmanager
def waiting(line, names, served):
    """Threads with these names that wait in the line, in this order."""

    def pass_through(name):
        assert line.enter(PATIENCE)
        served.append(name)
        line.leave()

    threads = []
    for name in names:
        thread = threading.Thread(target=pass_through, args=[name], name=name)
        thread.start()
        threads.append(thread)
        wait_until("it waits", lambda: queued(line) == len(threads))
    yield
    for thread in threads:
        thread.join(PATIENCE)


def test_names_take_turns_and_threads_of_a_name_keep_their_order():
    line, served = Line(), []
    assert line.enter(0)
    with waiting(line, ["web_0", "web_1", "web_2", "mover", "web_3", "clock"], served):
        line.leave()
    assert served == ["web_0", "mover", "clock", "web_1", "web_2", "web_3"]
    assert line.enter(0)


def test_a_thread_that_waits_for_too_long_leaves_the_line():
    line = Line()
    assert line.enter(0)
    assert not line.enter(0.01)
    line.leave()
    assert line.enter(0)


needs_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's lock")


@pytest.fixture
def the_line(db):
    return base._lines[str(connection.settings_dict["NAME"])]


@needs_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ends", ["commit", "rollback", "close"])
def test_a_transaction_has_the_turn_until_it_ends(the_line, ends):
    connection.ensure_connection()
    try:
        with transaction.atomic():
            with transaction.atomic():
                person("Asha")
            assert the_line._busy
            if ends == "rollback":
                raise ZeroDivisionError
            if ends == "close":
                connection.close()
                assert not the_line._busy
    except (ZeroDivisionError, DatabaseError):
        pass
    assert not the_line._busy
    assert User.objects.count() == (ends == "commit")


@needs_sqlite
@pytest.mark.django_db(transaction=True)
def test_writers_wait_in_line_and_not_for_the_database(the_line):
    """SQLite makes a writer that waits sleep. Here it may not: its own time limit is zero."""
    host = person("Host").pk
    connection.close()  # The threads open connections of their own.
    begun, count = threading.Event(), 20

    def hold():
        with transaction.atomic():
            begun.set()
            User.objects.filter(pk=host).update(avatar="owl")
            wait_until("all others wait", lambda: queued(the_line) == count)

    def write(number):
        begun.wait(PATIENCE)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        if number % 2:
            with transaction.atomic():
                return person(f"Guest {number}").pk
        return User.objects.filter(pk=host).update(avatar="fox")

    answers = at_once([hold, *(lambda each=each: write(each) for each in range(count))])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert User.objects.count() == 1 + count / 2


@needs_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_writer_whose_turn_does_not_come_says_so(the_line, monkeypatch):
    connection.ensure_connection()
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
    assert the_line.enter(0)
    try:
        with pytest.raises(OperationalError, match="locked"):
            person("Asha")
    finally:
        the_line.leave()
    assert person("Asha").pk
