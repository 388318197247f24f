"""The clock's own beat: after a standstill, people get time before theirs is up."""

from datetime import UTC, datetime, timedelta

from game import database_time, play
from game.models import SchedulerHeartbeat
from rooms.actions import playing

#: A gap of more than this in the clocks' beat is a standstill: a restart, or a stepped clock.
GAP = timedelta(seconds=5)

#: How often the beat is written down.
EVERY = timedelta(seconds=1)


# When this process beat last.
_beat = {"at": datetime.min.replace(tzinfo=UTC)}


def is_steady() -> bool:
    """Whether no time to speak of has passed since ``beat``; else nothing is due before the next.

    The database may have stood still, or its clock may have been set.
    """
    return abs(database_time.now() - _beat["at"]) <= GAP


def beat() -> None:
    """Note that a clock is at work; before that, make good a standstill."""
    found = SchedulerHeartbeat.objects.values_list("at", database_time.told()).first()
    last, now = found or (None, database_time.now())
    _beat["at"] = now
    if last is not None and timedelta() <= now - last < EVERY:
        return
    if last is None or abs(now - last) > GAP:
        playing.show_anew(play.after_standstill())
    SchedulerHeartbeat.objects.update_or_create(pk=1, defaults={"at": now})
