"""Each person with a seat has at most one active tab in a room. A second tab is told that another
tab is active, and may take over.
"""

from datetime import timedelta
from enum import IntEnum
from typing import Any

from django.db import connection
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


class Activation(IntEnum):
    """The result of ``activate``. Only ``OTHER_TAB`` is false: the tab may not be used."""

    OTHER_TAB = 0
    ACTIVE = 1
    NO_SEAT = 2


def activate(code: str, user_id: int, tab: str, *, take: bool) -> Activation:
    """Try to make ``tab`` the active tab of this person.

    Without ``take``, another active tab stays active until it closes or the person has not been
    seen for too long. A spectator may have any number of tabs.
    """
    mine = Seat.objects.filter(room__code=code, user_id=user_id)
    away = _activated("tab IN ('', %s)", [tab], code, user_id, tab)
    if away is None:
        silent, values = database_time.sql(SILENT)
        other = ("TRUE", []) if take else (f"last_seen < {silent}", values)
        away = _activated(*other, code, user_id, tab)
        if away is None:
            return Activation.OTHER_TAB if mine.exists() else Activation.NO_SEAT
        # A hub may miss the notification. Its next heartbeat then finds the room's new version.
        room = Room.objects.filter(code=code)
        room.update(version=F("version") + 1)
        notifications.publish_room(code, room.get().version)
    if away:
        presence.mark_present(mine)
    return Activation.ACTIVE


def _activated(condition: str, values: list[Any], code: str, user_id: int, tab: str) -> bool | None:
    """Make the tab active if the condition holds for the person's seat. Return whether the person
    was away; None if the tab is not active.
    """
    now, present = database_time.sql()
    # Renew the presence, too. Otherwise the new tab could count as silent at once.
    sql = (
        f"UPDATE rooms_seat SET tab = %s, last_seen = {now} WHERE user_id = %s"
        f" AND room_id = (SELECT id FROM rooms_room WHERE code = %s) AND {condition}"
        " RETURNING away"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [tab, *present, user_id, code, *values])
        row = cursor.fetchone()
    return None if row is None else bool(row[0])


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
