"""The puzzle of each day, by the date in UTC: the same for everybody."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

#: The day of puzzle 1: a Monday, because ``making.WEEK`` begins with Monday.
FIRST_DAY: Final = date(2026, 9, 28)

#: A puzzle stays open for practice for this number of days after its own day.
PRACTICE_DAYS: Final = 30


def today() -> int:
    """The number of today's puzzle."""
    return number_of(datetime.now(UTC).date())


def number_of(day: date) -> int:
    """The number of a day's puzzle."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """The day of a puzzle."""
    return FIRST_DAY + timedelta(days=number - 1)


def is_open(number: int, now: int) -> bool:
    """Whether a puzzle is open on day ``now``, as the puzzle of that day or for practice."""
    return 0 <= now - number <= PRACTICE_DAYS
