"""Does the background work: starts of games at open tables, reviews of games, alerts, and the daily
removal of old rows.

Any number of schedulers may share the work; each of them does one piece at a time. If a scheduler
is killed, its work is due again when the lease has run out. Whatever else should happen later is a
kind of work, too. Moves are not: games have due times of their own.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.db.models import Q

from alerts import delivery, needs
from bots import reviewing
from game import database_time
from game.models import DueWork
from rooms import retention
from rooms.actions import open_tables, playing

logger = logging.getLogger(__name__)

#: The function for each kind of work. It should end soon when ``stopped()`` is true. It returns the
#: time at which it is due again, or None if the work is done.
KINDS: Final[dict[str, Callable[[DueWork, retention.Stopped], datetime | None]]] = {
    playing.START: open_tables.start_due,
    "review": reviewing.make_review,
    "retention": retention.run,
    "alert": needs.write_due,
    "invitation": needs.write_invitation,
    "delivery": delivery.deliver,
}

#: After this number of seconds it is the turn of other work that is due.
SLICE_SECONDS: Final = 5.0
#: A slice takes less time than this.
LEASE: Final = timedelta(seconds=45)
#: A later time was written while the database's time was wrong, so it does not count.
LONGEST: Final = timedelta(days=1) + LEASE
#: The waiting times after the first, the second, … failure.
RETRIES: Final = [timedelta(seconds=seconds) for seconds in (5, 30, 180, 900)]


def do_due_work(stopped: retention.Stopped = retention.never) -> bool:
    """Lease and do all work that is due, a piece at a time. Before each piece, look for turns that
    need an alert. Return whether there was any work for this process. A scheduler leaves kinds that
    it does not know to newer schedulers.
    """
    worked = False
    while not stopped():
        needs.write_due_turns()
        now = database_time.now()
        due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST)
        work = DueWork.objects.filter(due, kind__in=KINDS).order_by("rank", "due_at").first()
        if work is None:
            break
        row = DueWork.objects.filter(pk=work.pk, due_at=work.due_at)
        work.due_at, work.rank, work.tries = now + LEASE, work.rank + 1, work.tries + 1
        if not row.update(due_at=work.due_at, rank=work.rank, tries=work.tries):
            break  # Another scheduler was faster.
        _do(work, stopped)
        worked = True
    reviewing.end_needless_process()
    return worked


def _do(work: DueWork, stopped: retention.Stopped) -> None:
    """Do a slice of leased work. Then store when it is due again, unless the lease was lost."""
    until = monotonic() + SLICE_SECONDS
    leased = DueWork.objects.filter(pk=work.pk, due_at=work.due_at)
    try:
        due_at = KINDS[work.kind](work, lambda: stopped() or monotonic() > until)
    except Exception:
        logger.exception("Background work failed: %s", work)
        wait = RETRIES[min(work.tries, len(RETRIES)) - 1]
        leased.update(due_at=database_time.now() + wait)
        return
    if due_at:
        leased.update(due_at=due_at, tries=0)
    else:
        leased.delete()
