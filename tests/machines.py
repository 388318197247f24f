"""Simulates machines with different clocks, as in a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.db import connection

HOUR = 3600

#: This is enough for a slow test machine.
SOON = timedelta(seconds=15)

#: With SQLite all processes share one machine and its clock.
disagreeing = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the database has no clock of its own"
)


def true_time() -> datetime:
    """The true time, whatever the clock of a ``machine`` shows."""
    return datetime.now(UTC)


@contextmanager
def machine(ahead: int) -> Iterator[None]:
    """During this block the machine's clock is ahead by this number of seconds."""
    with mock.patch("django.utils.timezone.now", lambda: true_time() + timedelta(seconds=ahead)):
        yield
