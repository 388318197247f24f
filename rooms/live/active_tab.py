"""Each person with a seat has at most one active tab in a room. A second tab is told that another
tab is active, and may take over.
"""

from datetime import timedelta
from enum import IntEnum

from django.db.models import F, Q
from django.http import HttpRequest

from game import database_time
from game.refusals import Refused
from live import notifications
from live.consumer import cleaned_tab_id
from rooms.live import presence
from rooms.models import Room, Seat

#: If the person has not been seen for this time, another tab may become active, even if the first
#: tab's socket is still open.
SILENT = timedelta(seconds=12)

#: The request header with the id of the tab. Programs do not need to send it.
TAB = "X-Tab"


def tab_id_of(request: HttpRequest) -> str:
    """Return the id of the tab that sent a request, or an empty string if the request has none."""
    return cleaned_tab_id(request.headers.get(TAB, ""))


class Claim(IntEnum):
    """The result of ``claim``. Only ``OTHER_TAB`` is false: the tab may not be used."""

    OTHER_TAB = 0
    ACTIVE = 1
    NO_SEAT = 2


def claim(code: str, user_id: int, tab: str, *, take: bool) -> Claim:
    """Try to make ``tab`` the active tab of this person.

    Without ``take``, another active tab stays active until it closes or the person has not been
    seen for too long. A spectator may have any number of tabs. A tab that reconnects is active
    already, so nothing is stored.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    seat = mine.first()
    if seat is None:
        return Claim.NO_SEAT
    if seat.tab != tab:
        free = mine if take else mine.filter(_is_free(tab))
        # Renew the presence, too. Otherwise the new tab could count as silent at once.
        if not free.update(tab=tab, last_seen=database_time.expression()):
            return Claim.OTHER_TAB
    if seat.tab not in ("", tab):
        # A hub may miss the notification. Its next heartbeat then finds the room's new version.
        room = Room.objects.filter(code=code)
        room.update(version=F("version") + 1)
        notifications.publish_room(code, room.get().version)
    if seat.away:
        presence.mark_present(mine)
    return Claim.ACTIVE


def _is_free(tab: str) -> Q:
    """The condition for seats without another active tab."""
    return Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.expression() - SILENT)


def check(code: str, user_id: int, tab: str) -> None:
    """Raise ``Refused`` with ``other_tab`` if the person has another active tab and has been seen
    within ``SILENT``. Requests without a tab id always pass.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    if tab and mine.exclude(_is_free(tab)).exists():
        raise Refused("other_tab")


def release(code: str, user_id: int, tab: str) -> None:
    """Record that the tab has closed its socket, so that another tab can become active."""
    Seat.objects.filter(room__code=code, user_id=user_id, tab=tab).update(tab="")
