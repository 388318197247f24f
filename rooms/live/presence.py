"""Presence of players and spectators in rooms, and what follows when they go away or come back.
Heartbeats, polls and new tabs renew presence. Other requests renew it only if the person is away.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from game import database_time
from game.models import Game
from game.presence import away_after, renew, silent
from rooms.actions import open_tables, playing, substitutes
from rooms.actions.locked import locked_room, make_host
from rooms.models import Room, RoomBan, RoomSpectator, Seat

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
    mine = Seat.objects.filter(pk__among=seat_ids)
    young = database_time.expression() - min(YOUNG, away_after() / 4)
    old = Q(away=True) | Q(last_seen=None) | Q(last_seen__lt=young)
    with transaction.atomic():
        # Skip a seat that another change has locked. The next heartbeat renews its presence.
        free = mine.filter(old).select_for_update(skip_locked=True)
        renewed = dict(free.values_list("pk", "away"))
        if renewed:
            renew(Seat.objects.filter(pk__among=renewed))
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


def renew_spectators(viewers: Mapping[str, Collection[int]]) -> None:
    """Renew the presence of spectators, by room code, with one UPDATE. Add new spectators."""
    new = {code: set(user_ids) for code, user_ids in viewers.items() if user_ids}
    known = []
    rows = RoomSpectator.objects.filter(room__code__in=new)
    for pk, code, user_id in rows.values_list("pk", "room__code", "user_id"):
        if user_id in new[code]:
            new[code].remove(user_id)
            known.append(pk)
    if known:
        renew(RoomSpectator.objects.filter(pk__among=known))
    for code, user_ids in new.items():
        # Skip people who have been deleted or banned meanwhile.
        banned = RoomBan.objects.filter(room__code=code).values("user_id")
        people = User.objects.filter(pk__in=user_ids).exclude(pk__in=banned)
        if user_ids and people and Room.objects.filter(code=code).exists():
            now = database_time.now()
            with locked_room(code) as room:
                for user in people:
                    room.spectating.get_or_create(user=user, defaults={"last_seen": now})


def expire() -> int:
    """Mark people in seats as away who have been silent for too long, and forget such spectators.
    Return the number of all these people.
    """
    gone = silent(RoomSpectator.objects.all())
    changed = _set_away(silent(Seat.objects.filter(user__isnull=False, away=False)), away=True)
    for code in sorted(set(gone.values_list("room__code", flat=True))):
        with locked_room(code) as room:
            changed += gone.filter(room=room).delete()[0]
    return changed


def replace_absent_hosts() -> int:
    """Replace hosts who have been away too long. Return the number of rooms with a new host.

    The new host is the present person who has had a seat for the longest time. If nobody is
    present, the host stays.
    """
    absent = silent(Seat.objects.filter(user_id=F("room__host_id"), away=True), HOST_AWAY)
    absent = absent.filter(room__seats__user__isnull=False, room__seats__away=False)
    passed = 0
    for code in set(absent.values_list("room__code", flat=True)):
        with locked_room(code) as room:
            here = room.seats.filter(user__isnull=False, away=False)
            next_host = here.order_by("joined_at", "id").first()
            if next_host and not any(seat.user_id == room.host_id for seat in here):
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
    found = Seat.objects.filter(user__isnull=False, away=True, last_seen__lt=now - long_enough)
    if looked:
        found = found.filter(last_seen__gte=looked - long_enough)
    awaited = found.filter(
        room__game__status=Game.Status.RUNNING,
        room__game__players__user_id=F("user_id"),
        room__game__players__has_substitute=False,
    ).filter(room__seats__user__isnull=False, room__seats__away=False)
    playing.raise_room_versions(set(awaited.values_list("room__game_id", flat=True)))
    return now


def _set_away(seats: QuerySet[Seat], *, away: bool) -> int:
    """Set ``away`` on ``seats``. Return the number of changed seats.

    When people go away, deal the next game if all others are ready. When people come back, stop
    their substitutes.
    """
    changed = 0
    for code in sorted(set(seats.values_list("room__code", flat=True))):
        with locked_room(code) as room:
            changed += seats.filter(room=room).update(away=away)
            if away:
                playing.deal_if_all_ready(room)
            else:
                substitutes.stop_substitutes(room)
            open_tables.start_if_agreed(room)
    return changed
