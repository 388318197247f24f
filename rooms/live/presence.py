"""Presence of people with a seat, and what follows when they go away or come back. Heartbeats,
polls and new tabs renew presence. Other requests renew it only if the person is away.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from game import database_time
from game.live import notifications
from game.models import Game
from rooms.actions import playing, substitutes
from rooms.actions.locked import locked_room, make_host
from rooms.models import Room, Seat

#: If the host is away for this time, a person who is present becomes the host.
HOST_AWAY = timedelta(minutes=5)


#: A presence younger than this is not renewed. With a heartbeat every 4 seconds, a presence is
#: renewed every 8 seconds, which is often enough for ``AWAY_AFTER_SECONDS`` and
#: ``active_tab.SILENT``.
YOUNG = timedelta(seconds=5)


def renew_presence(seat_ids: Collection[int]) -> None:
    """Renew the presence of the people in these seats, unless it is ``YOUNG``. Mark those who were
    away as back.
    """
    now = database_time.expression()
    young = min(YOUNG, timedelta(seconds=settings.AWAY_AFTER_SECONDS) / 4)
    mine = Seat.objects.filter(pk__among=seat_ids)
    old = Q(away=True) | Q(last_seen=None) | Q(last_seen__lt=now - young)
    with transaction.atomic():
        # Skip a seat that another change has locked. The next heartbeat renews its presence.
        free = mine.filter(old).select_for_update(skip_locked=True)
        renewed = dict(free.values_list("pk", "away"))
        if renewed:
            Seat.objects.filter(pk__among=renewed).update(last_seen=now)
    if any(renewed.values()):
        mark_present(mine)


def note_request(code: str, user_id: int) -> bool:
    """Renew the presence of a person who sent a request, if the person was marked as away. Return
    whether they were.
    """
    away = Seat.objects.filter(room__code=code, user_id=user_id, away=True)
    seats = list(away.values_list("pk", flat=True))
    if seats:
        renew_presence(seats)
    return bool(seats)


def mark_present(seats: QuerySet[Seat]) -> None:
    """Mark the people in these seats as back if they were marked as away."""
    _set_away(seats.filter(away=True), away=False)


def expire() -> int:
    """Mark people as away who have not been seen for too long. Return their number."""
    silent_since = database_time.now() - timedelta(seconds=settings.AWAY_AFTER_SECONDS)
    silent = Seat.objects.filter(user__isnull=False, away=False, last_seen__lt=silent_since)
    return _set_away(silent, away=True)


def replace_absent_hosts() -> int:
    """Replace hosts who have been away too long. Return the number of rooms with a new host.

    The new host is the present person who has had a seat for the longest time. If nobody is
    present, the host stays.
    """
    long_ago = database_time.now() - HOST_AWAY
    absent = Seat.objects.filter(
        user_id=F("room__host_id"), away=True, last_seen__lt=long_ago
    ).filter(room__seats__user__isnull=False, room__seats__away=False)
    passed = 0
    for code in set(absent.values_list("room__code", flat=True)):
        with locked_room(code) as room:
            here = room.seats.filter(user__isnull=False, away=False)
            next_host = here.order_by("joined_at", "id").first()
            if next_host and not here.filter(user_id=room.host_id).exists():
                make_host(room, next_host)
                passed += 1
    return passed


def offer_substitutes(looked: datetime | None) -> datetime:
    """Show the offer of a substitute for players who have been away long enough. Return the time of
    this check.

    ``looked`` is the time of the previous check. With it, each player is found only once; with
    None, all of them are found. It does no harm if several schedulers do this. (If everybody was
    away, the first person who returns sees the offer without this function.)
    """
    now, long_enough = database_time.now(), substitutes.AWAY_BEFORE_SUBSTITUTE
    silent = Seat.objects.filter(user__isnull=False, away=True, last_seen__lt=now - long_enough)
    if looked:
        silent = silent.filter(last_seen__gte=looked - long_enough)
    awaited = silent.filter(
        room__game__status=Game.Status.RUNNING,
        room__game__players__user_id=F("user_id"),
        room__game__players__has_substitute=False,
    ).filter(room__seats__user__isnull=False, room__seats__away=False)
    playing.raise_room_versions(set(awaited.values_list("room__game_id", flat=True)))
    return now


def _set_away(seats: QuerySet[Seat], *, away: bool) -> int:
    """Set ``away`` on ``seats``, and raise the versions of their rooms. Return the number of
    changed seats.

    When people go away, deal the next game if all others are ready. When people come back, stop
    their substitutes.

    Lock rooms before seats, as the lobby does, and rooms in the order of their ids, so that there
    is no deadlock.
    """
    room_ids = set(seats.values_list("room_id", flat=True))
    changed = 0
    for room_id in sorted(room_ids):
        with transaction.atomic():
            room = Room.objects.select_for_update().filter(pk=room_id).first()
            now_changed = seats.filter(room_id=room_id).update(away=away)
            if room and now_changed:
                changed += now_changed
                if away:
                    playing.deal_if_all_ready(room)
                else:
                    substitutes.stop_substitutes(room)
                room.version += 1
                room.save(update_fields=["version"])
                notifications.publish_room(room.code, room.version)
    return changed
