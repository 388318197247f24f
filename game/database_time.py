"""The database's time, which all processes use.

The clocks of machines differ, and an administrator may change a clock during a game. If one process
stores a time (such as the due time of a move) and another compares it with the present time, both
must use the same clock. With SQLite all processes use the clock of their machine.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Expression, Value
from django.db.models.functions import Now
from django.utils import timezone


def has_database_clock() -> bool:
    """Whether the database has a clock of its own."""
    return connection.vendor == "postgresql"


def now() -> datetime:
    """The database's time. With PostgreSQL, a separate query reads it."""
    if not has_database_clock():
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        return cursor.fetchone()[0]


def expression() -> Expression:
    """An expression for the database's time, with which a query can be annotated."""
    return Now() if has_database_clock() else Value(timezone.now(), DateTimeField())


def sql(ago: timedelta = timedelta()) -> tuple[str, list[Any]]:
    """The database's time, or an earlier time, as a part of a statement with its values."""
    if has_database_clock():
        return "(STATEMENT_TIMESTAMP() - %s)", [ago]
    return "%s", [connection.ops.adapt_datetimefield_value(timezone.now() - ago)]


def from_row(value: object) -> datetime:
    """A time in a row that a plain statement has read. SQLite has no type for times in UTC."""
    if isinstance(value, datetime) and value.tzinfo:
        return value
    return connection.ops.convert_datetimefield_value(value, None, connection)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Reading:
    """The database's time when it was read.

    This machine's monotonic clock measures the time since then.
    """

    at: datetime
    _began: float = field(default_factory=lambda: monotonic())

    @property
    def now(self) -> datetime:
        """The database's time now."""
        return self.at + timedelta(seconds=monotonic() - self._began)
