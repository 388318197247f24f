"""Machines whose clocks differ, as web servers and clocks on several of them may."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.db import connection

HOUR = 3600

#: However slow the machine that the tests run on.
SOON = timedelta(seconds=15)

#: With SQLite all processes are on one machine, and there are no two times to disagree.
disagreeing = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the database has no clock of its own"
)


def true_time() -> datetime:
    """The time, whatever a ``machine`` says."""
    return datetime.now(UTC)


@contextmanager
def machine(ahead: int) -> Iterator[None]:
    """What is done meanwhile is done on a machine whose clock is so many seconds ahead."""
    with mock.patch("django.utils.timezone.now", lambda: true_time() + timedelta(seconds=ahead)):
        yield
