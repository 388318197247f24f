"""Presence: when a person was last seen at a place.

A place is a seat of a room, a room whose game the person watches, or a page that shows a replay.
Each has a row with the time ``last_seen``, in the database's time. Heartbeats and polls renew it.
After ``AWAY_AFTER_SECONDS`` the person counts as away.
"""

from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet

from game import database_time

_Row = TypeVar("_Row", bound=Model)


def away_after() -> timedelta:
    """The time after which a silent person counts as away."""
    return timedelta(seconds=settings.AWAY_AFTER_SECONDS)


def renew(rows: QuerySet[Model]) -> None:
    """Store that the people of these rows are here now."""
    rows.update(last_seen=database_time.expression())


def silent(rows: QuerySet[_Row], time: timedelta | None = None) -> QuerySet[_Row]:
    """The rows whose people have been silent for this time (None: ``away_after``)."""
    return rows.filter(last_seen__lt=database_time.now() - (time or away_after()))
