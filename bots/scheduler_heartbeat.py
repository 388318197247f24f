"""The scheduler's heartbeat.

After a gap between heartbeats, people get more time for their turns.
"""

from datetime import UTC, datetime, timedelta

from game import database_time, play
from game.database_time import Reading
from game.models import SchedulerHeartbeat
from rooms.actions import playing

#: A longer gap between heartbeats means that no scheduler was running, that the database was down,
#: or that its clock was changed.
GAP = timedelta(seconds=5)

#: A heartbeat is stored at most once in this time.
EVERY = timedelta(seconds=1)


# This process's last heartbeat.
_last = {"heartbeat": Reading(datetime.min.replace(tzinfo=UTC))}


def last_heartbeat() -> Reading:
    """This process's last heartbeat. Its time is long ago if there was none."""
    return _last["heartbeat"]


def is_steady() -> bool:
    """Whether this process's last heartbeat is recent.

    If not, nothing counts as due before the next heartbeat: the database may have stopped for a
    while, or its clock may have jumped.
    """
    return abs(database_time.now() - last_heartbeat().at) <= GAP


def clock_has_jumped(since: Reading) -> bool:
    """Whether the database's clock and this machine's monotonic clock disagree since this
    reading.
    """
    return abs(database_time.now() - since.now) > GAP


def write_heartbeat() -> None:
    """Store that a scheduler is running. After a gap, first extend the turn clocks."""
    found = SchedulerHeartbeat.objects.values_list("at", database_time.expression()).first()
    last, now = found or (None, database_time.now())
    heartbeat = Reading(now)
    if last is None or abs(now - last) > GAP:
        playing.raise_room_versions(play.after_downtime())
    # Only now, because turn clocks trust the deadlines that they read after this heartbeat.
    _last["heartbeat"] = heartbeat
    if last is not None and timedelta() <= now - last < EVERY:
        return
    # Usually one statement is enough. ``update_or_create`` would need four.
    if not SchedulerHeartbeat.objects.filter(pk=1).update(at=now):
        SchedulerHeartbeat.objects.get_or_create(pk=1, defaults={"at": now})
