"""Runs ``rooms.retention`` once a day.

Every scheduler asks whether the run is due. One conditional UPDATE gives the lease of the run to
one of them. If that scheduler fails or dies, a later run continues.
"""

import logging
from datetime import datetime, timedelta

from game import database_time
from rooms import retention
from rooms.models import Retention

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)

#: The lease lasts longer than any run. When it has ended, the process that had it counts as dead.
LEASE = timedelta(hours=2)

#: After a failed run, wait this long before the next one.
RETRY = timedelta(minutes=15)


def run_if_due(stopped: retention.Stopped = retention.never) -> bool:
    """Run retention if a run is due. Return whether this call finished the run.

    If ``stopped`` ends the run early, the next run is due at once. If the run fails, its error is
    raised after the next run is scheduled.
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
    """Try to get the lease. Return the end of the lease, or None if no run is due or another
    process has the lease.
    """
    row, _new = Retention.objects.get_or_create(pk=1, defaults={"due_at": now})
    # Read before the UPDATE, so that a scheduler takes SQLite's write lock only if a run is due. A
    # time further ahead than EVERY + LEASE was written while the database's time was wrong, so it
    # does not count.
    if now < row.due_at <= now + EVERY + LEASE:
        return None
    lease = now + LEASE
    taken = Retention.objects.filter(pk=1, due_at=row.due_at).update(due_at=lease)
    return lease if taken else None


def _end(lease: datetime, **changes: datetime) -> None:
    # If another process has the lease by now, the UPDATE changes no row.
    Retention.objects.filter(pk=1, due_at=lease).update(**changes)
