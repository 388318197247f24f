"""One page at a time: a second one is told that its person plays elsewhere, and may take over."""

from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpRequest

from game import database_time
from game.live import notifications
from game.refusals import Refused
from rooms.live import presence
from rooms.models import Room, Seat

#: A page that was not heard of for this long is gone, whatever its socket looks like.
SILENT = timedelta(seconds=10)

#: With this header a page says its name; programs need not have one.
TAB = "X-Tab"


def cleaned(name: str) -> str:
    """What a page calls itself, as it can be stored."""
    return "".join(filter(str.isprintable, name))[:32]


def named(request: HttpRequest) -> str:
    """The name of the page that sent a request; empty where it said none."""
    return cleaned(request.headers.get(TAB, ""))


def claim(code: str, user_id: int, tab: str, *, take: bool) -> bool:
    """Make ``tab`` the page at which this person plays; whether it is now.

    Another page keeps the seat unless ``take``, or unless it is gone. Whoever only watches may do
    so in as many pages as they like.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    free = Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.now() - SILENT)
    # Heard of from this moment: a page that has just come is not taken for one that is gone.
    if mine.filter(Q() if take else free).update(tab=tab, last_seen=database_time.told()):
        presence.are_here(mine)
        if take:
            _tell_the_others(code)
        return True
    return not mine.exists()


def open_to(code: str, user_id: int, tab: str) -> QuerySet[Room]:
    """The room, unless this person plays there on another page; a part of another query."""
    taken = _elsewhere(user_id, tab).filter(room=OuterRef("pk"))
    return Room.objects.filter(~Exists(taken), code=code)


def check(code: str, user_id: int, tab: str) -> None:
    """Refuses ``other_tab``, unless this page plays or might; one without a name always might."""
    if tab and _elsewhere(user_id, tab).filter(room__code=code).exists():
        raise Refused("other_tab")


def _elsewhere(user_id: int, tab: str) -> QuerySet[Seat]:
    # The same that is not free to ``claim``.
    here = Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.told() - SILENT)
    return Seat.objects.filter(~here, user_id=user_id)


def release(code: str, user_id: int, tab: str) -> None:
    """The page has closed its socket."""
    Seat.objects.filter(room__code=code, user_id=user_id, tab=tab).update(tab="")


def _tell_the_others(code: str) -> None:
    # A new version of the room, so that a heartbeat reaches a page that missed the notification.
    Room.objects.filter(code=code).update(version=F("version") + 1)
    notifications.publish_room(code, Room.objects.values_list("version", flat=True).get(code=code))
