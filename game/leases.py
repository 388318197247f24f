"""Leases make sure that only one of all processes does a kind of work.

One conditional UPDATE takes a lease, in the database's time. If a process dies, its lease runs out,
and another process continues. A process may also hold a lease beyond its work, so that nobody
repeats the work before that time.
"""

from datetime import datetime, timedelta

from game import database_time
from game.models import Lease


def take(name: str, length: timedelta, longest: timedelta | None = None) -> datetime | None:
    """Take a lease of this ``length``. Return its end, or None if the lease is not free.

    No process holds a lease for longer than ``longest`` (None: ``length``). A later end was written
    while the database's time was wrong, so it does not count.
    """
    now = database_time.now()
    row, _new = Lease.objects.get_or_create(name=name, defaults={"until": now})
    # Look before the UPDATE, so that SQLite's write lock is taken only if the lease is free.
    if now < row.until <= now + (longest or length):
        return None
    return move_end(name, row.until, now + length)


def move_end(name: str, end: datetime, until: datetime) -> datetime | None:
    """Change the end of a lease of this process. Return it, or None if another process has the
    lease by now.
    """
    return until if Lease.objects.filter(name=name, until=end).update(until=until) else None
