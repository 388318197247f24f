"""Each person with a seat has at most one active tab in a room. A second tab is told that another
tab is active, and may take over.
"""

from datetime import timedelta
from enum import IntEnum

from django.db import connection
from django.db.models import F, Q
from django.http import HttpRequest

from game import database_time
from game.live import notifications
from game.refusals import Refused
from rooms.live import presence
from rooms.models import Room, Seat

#: If the person has not been seen for this time, another tab may become active, even if the first
#: tab's socket is still open.
SILENT = timedelta(seconds=12)

#: The request header with the id of the tab. Programs do not need to send it.
TAB = "X-Tab"


def cleaned_id(name: str) -> str:
    """Remove unprintable characters from the id of a tab, and shorten it."""
    return "".join(filter(str.isprintable, name))[:32]


def tab_id_of(request: HttpRequest) -> str:
    """Return the id of the tab that sent a request, or an empty string if the request has none."""
    return cleaned_id(request.headers.get(TAB, ""))


class Claim(IntEnum):
    """The result of ``claim``. Only ``OTHER_TAB`` is false: the tab may not be used."""

    OTHER_TAB = 0
    ACTIVE = 1
    NO_SEAT = 2


def claim(code: str, user_id: int, tab: str, *, take: bool) -> Claim:
    """Try to make ``tab`` the active tab of this person.

    Without ``take``, another active tab stays active until it closes or the person has not been
    seen for too long. A spectator may have any number of tabs.
    """
    now, values = database_time.sql()
    # Renew the presence, too. Otherwise the new tab could count as silent at once.
    sql = (
        f"UPDATE rooms_seat SET tab = %s, last_seen = {now}"
        " WHERE user_id = %s AND room_id = (SELECT id FROM rooms_room WHERE code = %s)"
    )
    values = [tab, *values, user_id, code]
    if not take:
        long_ago, silent = database_time.sql(SILENT)
        sql += f" AND (tab IN ('', %s) OR last_seen < {long_ago})"
        values += [tab, *silent]
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING away", values)
        row = cursor.fetchone()
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    if row is None:
        return Claim.OTHER_TAB if mine.exists() else Claim.NO_SEAT
    if row[0]:
        presence.mark_present(mine)
    if take:
        _notify_other_tabs(code)
    return Claim.ACTIVE


def check(code: str, user_id: int, tab: str) -> None:
    """Raise ``Refused`` with ``other_tab`` if the person has another active tab and has been seen
    within ``SILENT``. Requests without a tab id always pass.
    """
    here = Q(tab__in=["", tab]) | Q(last_seen__lt=database_time.expression() - SILENT)
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    if tab and mine.exclude(here).exists():
        raise Refused("other_tab")


def release(code: str, user_id: int, tab: str) -> None:
    """Record that the tab has closed its socket, so that another tab can become active."""
    Seat.objects.filter(room__code=code, user_id=user_id, tab=tab).update(tab="")


def _notify_other_tabs(code: str) -> None:
    # A hub may miss the notification. Its next heartbeat then finds the room's new version.
    Room.objects.filter(code=code).update(version=F("version") + 1)
    notifications.publish_room(code, Room.objects.values_list("version", flat=True).get(code=code))
