"""One active tab per person and room: a second tab is told so, and may take over."""

from datetime import timedelta

from django.db.models import F, Q
from django.http import HttpRequest

from game import database_time
from game.live import notifications
from game.refusals import Refused
from rooms.live import presence
from rooms.models import Room, Seat

#: After this silence a tab counts as closed, even if its socket is open.
SILENT = timedelta(seconds=10)

#: The request header with the id of the tab. Programs need not send it.
TAB = "X-Tab"


def cleaned(name: str) -> str:
    """The id of a tab, made safe for storing."""
    return "".join(filter(str.isprintable, name))[:32]


def named(request: HttpRequest) -> str:
    """The id of the tab that sent a request; empty if there is none."""
    return cleaned(request.headers.get(TAB, ""))


def claim(code: str, user_id: int, tab: str, *, take: bool) -> bool:
    """Make ``tab`` the active tab of this person. Return whether it is.

    Without ``take``, another tab that is active stays active until it is closed. Spectators may use
    any number of tabs.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    free = Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.now() - SILENT)
    # Renew the presence, too, so that a new tab does not count as closed.
    if mine.filter(Q() if take else free).update(tab=tab, last_seen=database_time.told()):
        presence.are_here(mine)
        if take:
            _tell_the_others(code)
        return True
    return not mine.exists()


def check(code: str, user_id: int, tab: str) -> None:
    """Raise ``Refused`` with ``other_tab`` unless this tab is active or may become active. Requests
    without a tab id always pass.
    """
    here = Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.told() - SILENT)
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    if tab and mine.exclude(here).exists():
        raise Refused("other_tab")


def release(code: str, user_id: int, tab: str) -> None:
    """Note that the tab has closed its socket."""
    Seat.objects.filter(room__code=code, user_id=user_id, tab=tab).update(tab="")


def _tell_the_others(code: str) -> None:
    # Raise the room's version, so that a heartbeat reaches a tab that missed the notification.
    Room.objects.filter(code=code).update(version=F("version") + 1)
    notifications.publish_room(code, Room.objects.values_list("version", flat=True).get(code=code))
