"""Presence of spectators. It is the time of the latest heartbeat or poll of a spectator's
page.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import timedelta

from django.conf import settings

from accounts.models import User
from game import database_time
from rooms.actions.locked import locked_room
from rooms.actions.seating import suggested_name
from rooms.models import Room, RoomBan, RoomSpectator


def renew_presence(code: str, user_ids: Collection[int]) -> None:
    """Renew the presence of spectators in one room."""
    renew_presence_in_all({code: user_ids})


def renew_presence_in_all(viewers: Mapping[str, Collection[int]]) -> None:
    """Renew the presence of spectators in many rooms with one UPDATE. Add new spectators."""
    heard = {(code, user_id) for code, user_ids in viewers.items() for user_id in user_ids}
    rows = RoomSpectator.objects.filter(room__code__in={code for code, _user_id in heard})
    known = {
        (code, user_id): pk
        for pk, code, user_id in rows.values_list("pk", "room__code", "user_id")
        if (code, user_id) in heard
    }
    if known:
        here = RoomSpectator.objects.filter(pk__among=known.values())
        here.update(last_seen=database_time.expression())
    new = defaultdict(set)
    for code, user_id in heard - known.keys():
        new[code].add(user_id)
    for code, user_ids in new.items():
        _add_spectators(code, user_ids)


def _add_spectators(code: str, new: Collection[int]) -> None:
    """Add new spectators to a room."""
    # Skip people who have been deleted or banned meanwhile.
    banned = RoomBan.objects.filter(room__code=code).values("user_id")
    people = User.objects.filter(pk__in=new).exclude(pk__in=banned)
    if not people or not Room.objects.filter(code=code).exists():
        return
    with locked_room(code) as room:
        seats = list(room.seats.all())
        for user in people:
            RoomSpectator.objects.get_or_create(
                room=room,
                user=user,
                defaults={
                    "name": suggested_name(user.name, seats),
                    "last_seen": database_time.now(),
                },
            )


def expire() -> int:
    """Delete spectators who have not been seen for too long. Return how many were deleted."""
    silent_since = database_time.now() - timedelta(seconds=settings.AWAY_AFTER_SECONDS)
    gone = RoomSpectator.objects.filter(last_seen__lt=silent_since)
    forgotten = 0
    for code in set(gone.values_list("room__code", flat=True)):
        with locked_room(code) as room:
            forgotten += gone.filter(room=room).delete()[0]
    return forgotten
