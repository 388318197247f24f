"""Simulates machines with different clocks, as a cluster may have."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.db import connection

HOUR = 3600

#: This is long enough for a slow test machine.
SOON = timedelta(seconds=15)

#: With SQLite all processes are on one machine and have the same clock.
disagreeing = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the database has no clock of its own"
)


def true_time() -> datetime:
    """Return the true time. The clock of a ``machine`` does not change it."""
    return datetime.now(UTC)


@contextmanager
def machine(ahead: int) -> Iterator[None]:
    """While the block runs, the machine's clock is ahead by this number of seconds."""
    with mock.patch("django.utils.timezone.now", lambda: true_time() + timedelta(seconds=ahead)):
        yield
