"""The clock's own beat: after a standstill, people get time before theirs is up."""

import time
from datetime import timedelta

from django.utils import timezone

from game import play
from game.models import Beat
from rooms import playing

#: A gap of more than this in the clocks' beat is a standstill: a restart, or a stepped clock.
GAP = timedelta(seconds=5)

#: How often the beat is written down.
EVERY = timedelta(seconds=1)


# How far the clock on the wall is ahead of the one that nobody sets, when this process beat last.
_ahead = {"at_beat": 0.0}


def _ahead_now() -> float:
    return timezone.now().timestamp() - time.monotonic()


def is_steady() -> bool:
    """Whether the clock has not been set since ``beat``; else nothing is due before the next."""
    return abs(_ahead_now() - _ahead["at_beat"]) <= GAP.total_seconds()


def beat() -> None:
    """Note that a clock is at work; before that, make good a standstill."""
    _ahead["at_beat"] = _ahead_now()
    now = timezone.now()
    last = Beat.objects.values_list("at", flat=True).first()
    if last is not None and timedelta() <= now - last < EVERY:
        return
    if last is None or abs(now - last) > GAP:
        playing.show_anew(play.after_standstill())
    Beat.objects.update_or_create(pk=1, defaults={"at": now})
