"""Quiet hours and the hour of the puzzle, in the zone where a person lives."""

from datetime import UTC, datetime

import pytest

from alerts.choices import next_hour, quiet_until
from alerts.models import Choices


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "hours", "now", "until"),
    [
        ("UTC", (22, 7), "2026-11-28 21:59", None),
        ("UTC", (22, 7), "2026-11-28 22:00", "2026-11-29 07:00"),
        ("UTC", (22, 7), "2026-11-29 06:59", "2026-11-29 07:00"),
        ("UTC", (22, 7), "2026-11-29 07:00", None),
        ("UTC", (9, 17), "2026-11-28 12:30", "2026-11-28 17:00"),
        ("UTC", (0, 0), "2026-11-28 00:30", None),
        ("UTC", (7, 7), "2026-11-28 07:30", None),
        ("Asia/Kolkata", (22, 7), "2026-11-28 16:29", None),
        ("Asia/Kolkata", (22, 7), "2026-11-28 16:30", "2026-11-29 01:30"),
        # In this night clocks are set back: the quiet hours are one hour longer.
        ("Europe/Berlin", (22, 7), "2026-10-24 20:00", "2026-10-25 06:00"),
        ("No/Where", (22, 7), "2026-11-28 22:30", "2026-11-29 07:00"),
    ],
)
def test_quiet_hours(zone, hours, now, until):
    choices = Choices(zone=zone, quiet_from=hours[0], quiet_until=hours[1])
    assert quiet_until(choices, at(now)) == (until and at(until))


@pytest.mark.parametrize(
    ("zone", "now", "then"),
    [
        ("UTC", "2026-11-28 07:59", "2026-11-28 08:00"),
        ("UTC", "2026-11-28 08:00", "2026-11-29 08:00"),
        ("America/Los_Angeles", "2026-11-28 08:00", "2026-11-28 16:00"),
        # In this night clocks are set back.
        ("Europe/Berlin", "2026-10-24 06:00", "2026-10-25 07:00"),
    ],
)
def test_the_next_time_at_an_hour(zone, now, then):
    assert next_hour(Choices(zone=zone), 8, at(now)) == at(then)
