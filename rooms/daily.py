"""Removes old rows once a day, whichever clock comes first.

Any number of clocks may ask: one conditional UPDATE gives the run to one of them for as long as its
lease. One that fails or dies leaves the rest to the next.
"""

import logging
from datetime import datetime, timedelta

from game import database_time
from rooms import retention
from rooms.models import Retention

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)

#: Longer than any run takes; after it the process that ran is taken for dead.
LEASE = timedelta(hours=2)

#: After a run that failed.
RETRY = timedelta(minutes=15)


def run_if_due(stopped: retention.Stopped = retention.never) -> bool:
    """Remove old rows if that is due and nobody does it; whether this call did, to the end.

    A run that is ``stopped`` is due again at once. What goes wrong is raised after the next try has
    been set.
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
    """The end of the lease, for the one who gets it."""
    row, _new = Retention.objects.get_or_create(pk=1, defaults={"due_at": now})
    # Looked at first, so that a clock takes SQLite's write lock only where a run is due. What is
    # due much later than in a day was written while the database's time was wrong.
    if now < row.due_at <= now + EVERY + LEASE:
        return None
    lease = now + LEASE
    taken = Retention.objects.filter(pk=1, due_at=row.due_at).update(due_at=lease)
    return lease if taken else None


def _end(lease: datetime, **changes: datetime) -> None:
    # Whoever outlived the lease has nothing to say any more.
    Retention.objects.filter(pk=1, due_at=lease).update(**changes)
