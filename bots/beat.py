"""The clock's own beat: after a standstill, people get time before theirs is up."""

from datetime import timedelta

from django.utils import timezone

from game import play
from game.models import Beat

#: A gap of more than this in the clocks' beat is a standstill: a restart, or a stepped clock.
GAP = timedelta(seconds=5)

#: How often the beat is written down.
EVERY = timedelta(seconds=1)


def beat() -> None:
    """Note that a clock is at work; before that, make good a standstill."""
    now = timezone.now()
    last = Beat.objects.values_list("at", flat=True).first()
    if last is not None and timedelta() <= now - last < EVERY:
        return
    if last is None or abs(now - last) > GAP:
        play.extend_deadlines()
    Beat.objects.update_or_create(pk=1, defaults={"at": now})
