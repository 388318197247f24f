"""The scheduler's heartbeat. After a gap in it, people get more time before theirs runs out."""

from datetime import UTC, datetime, timedelta

from game import database_time, play
from game.models import SchedulerHeartbeat
from rooms.actions import playing

#: A longer gap between heartbeats means a restart, or that a clock was set.
GAP = timedelta(seconds=5)

#: The time between two heartbeats.
EVERY = timedelta(seconds=1)


# The last heartbeat of this process.
_last = {"at": datetime.min.replace(tzinfo=UTC)}


def is_steady() -> bool:
    """Whether the last heartbeat of this process is recent. If not, nothing is due before the next
    one: the database may have stopped for a while, or its clock may have jumped.
    """
    return abs(database_time.now() - _last["at"]) <= GAP


def write_heartbeat() -> None:
    """Store that a scheduler is running. After a gap, extend the turn clocks first."""
    found = SchedulerHeartbeat.objects.values_list("at", database_time.told()).first()
    last, now = found or (None, database_time.now())
    _last["at"] = now
    if last is not None and timedelta() <= now - last < EVERY:
        return
    if last is None or abs(now - last) > GAP:
        playing.show_anew(play.after_downtime())
    SchedulerHeartbeat.objects.update_or_create(pk=1, defaults={"at": now})
