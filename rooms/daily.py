"""Removes old rows once a day, in the first scheduler that asks.

Any number of schedulers may ask: one conditional UPDATE gives the lease of the run to one of them.
If that scheduler fails or dies, another one continues later.
"""

import logging
from datetime import datetime, timedelta

from game import database_time
from rooms import retention
from rooms.models import Retention

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)

#: The lease is longer than any run. After this time the process counts as dead.
LEASE = timedelta(hours=2)

#: The wait after a failed run.
RETRY = timedelta(minutes=15)


def run_if_due(stopped: retention.Stopped = retention.never) -> bool:
    """Remove old rows if this is due. Return whether this call finished the run.

    If the run is ``stopped``, the next run is due at once. An error is raised after the next run is
    scheduled.
    """
    started = database_time.now()
    lease = _take(started)
    if lease is None:
        return False
    try:
        removed = dict(retention.prune(stopped=stopped))
    except Exception:
        _end(lease, due_at=database_time.now() + RETRY)
        raise
    if stopped():
        _end(lease, due_at=started)
        return False
    _end(lease, due_at=started + EVERY, done_at=database_time.now())
    logger.info("Old rows were removed: %s", removed)
    return True


def _take(now: datetime) -> datetime | None:
    """The end of the lease, if this process got the lease."""
    row, _new = Retention.objects.get_or_create(pk=1, defaults={"due_at": now})
    # Read before the UPDATE, so that a scheduler takes SQLite's write lock only if a run is due. If
    # the time is more than a day ahead, it was written while the database's time was wrong.
    if now < row.due_at <= now + EVERY + LEASE:
        return None
    lease = now + LEASE
    taken = Retention.objects.filter(pk=1, due_at=row.due_at).update(due_at=lease)
    return lease if taken else None


def _end(lease: datetime, **changes: datetime) -> None:
    # Another process has the lease now.
    Retention.objects.filter(pk=1, due_at=lease).update(**changes)
