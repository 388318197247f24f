"""The time that all processes go by: the database's.

Clocks of machines differ, and one may be set in the middle of a game. What one process writes down
and another compares with its own time, as when a move is due, has to be of one clock. With SQLite
all processes are on one machine, and its clock is the one.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic

from django.db import connection
from django.db.models import DateTimeField, Expression, Value
from django.db.models.functions import Now
from django.utils import timezone


def is_databases() -> bool:
    """Whether the database has a clock of its own."""
    return connection.vendor == "postgresql"


def now() -> datetime:
    """The time, asked for by itself."""
    if not is_databases():
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        return cursor.fetchone()[0]


def told() -> Expression:
    """The time, asked for with something else."""
    return Now() if is_databases() else Value(timezone.now(), DateTimeField())


@dataclass(frozen=True, slots=True)
class Reading:
    """The time as it was told by the database, which goes on by itself from then on.

    It goes on by a clock of this machine that nobody sets.
    """

    at: datetime
    _began: float = field(default_factory=lambda: monotonic())

    @property
    def now(self) -> datetime:
        """The database's time, now and not when it was told."""
        return self.at + timedelta(seconds=monotonic() - self._began)
