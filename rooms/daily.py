"""Runs ``rooms.retention`` once a day.

Every scheduler asks whether the run is due. One of them gets the lease of the run. After the run,
it holds the lease until the next run is due.
"""

import logging
from datetime import timedelta

from game import database_time, leases
from rooms import retention

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)

#: The lease lasts longer than any run. When it has ended, the process that had it counts as dead.
NAME = "retention"
LEASE = timedelta(hours=2)

#: After a failed run, wait this long before the next one.
RETRY = timedelta(minutes=15)
FAILED = "Old rows could not be removed"


def run_if_due(stopped: retention.Stopped = retention.never) -> bool:
    """Run retention if a run is due. Return whether this call finished the run.

    If ``stopped`` ends the run early, the next run is due at once. If the run fails, its error is
    logged, and the next run comes soon.
    """
    started = database_time.now()
    lease = leases.take(NAME, LEASE, longest=EVERY + LEASE)
    if lease is None:
        return False
    try:
        removed = dict(retention.prune(stopped=stopped))
    except Exception:
        # Log it here: the thread repeats work that lost its connection, and finds no run due then.
        logger.exception(FAILED)
        leases.move_end(NAME, lease, database_time.now() + RETRY)
        return False
    if stopped():
        leases.move_end(NAME, lease, started)
        return False
    leases.move_end(NAME, lease, started + EVERY)
    logger.info("Old rows were removed: %s", removed)
    return True
