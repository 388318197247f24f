"""One page at a time: a second one is told that its person plays elsewhere, and may take over."""

from datetime import timedelta

from django.db.models import F, Q

from game import doorbell, moment
from rooms import presence
from rooms.models import Room, Seat

#: A page that was not heard of for this long is gone, whatever its socket looks like.
SILENT = timedelta(seconds=10)


def claim(code: str, user_id: int, tab: str, *, take: bool) -> bool:
    """Make ``tab`` the page at which this person plays; whether it is now.

    Another page keeps the seat unless ``take``, or unless it is gone. Whoever only watches may do
    so in as many pages as they like.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    free = Q(tab__in=["", tab]) | Q(last_seen__lt=moment.now() - SILENT)
    # Heard of from this moment: a page that has just come is not taken for one that is gone.
    if mine.filter(Q() if take else free).update(tab=tab, last_seen=moment.told()):
        presence.are_here(mine)
        if take:
            _tell_the_others(code)
        return True
    return not mine.exists()


def release(code: str, user_id: int, tab: str) -> None:
    """The page has closed its socket."""
    Seat.objects.filter(room__code=code, user_id=user_id, tab=tab).update(tab="")


def _tell_the_others(code: str) -> None:
    # A new version of the room, so that the beat finds the other page if it missed the ring.
    Room.objects.filter(code=code).update(version=F("version") + 1)
    doorbell.ring_room(code, Room.objects.values_list("version", flat=True).get(code=code))
