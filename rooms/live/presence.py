"""Who is here: by when they were last heard of, with an expiry."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from game import database_time
from game.live import notifications
from game.models import Game
from rooms.actions import playing, substitutes
from rooms.actions.locked import locked_room, make_host
from rooms.models import Room, Seat

#: A host who is away for longer is replaced.
HOST_AWAY = timedelta(minutes=5)


def renew_presence(seat_ids: Collection[int]) -> None:
    """The people on these seats are here; whoever was away is back, and all see it."""
    mine = Seat.objects.filter(pk__among=seat_ids)
    with transaction.atomic():
        # A seat that somebody is moving right now is left for the next time.
        free = list(mine.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Seat.objects.filter(pk__among=free).update(last_seen=database_time.told())
    are_here(mine)


def note_request(code: str, user_id: int) -> bool:
    """A request of this person has come: where they were away, they are back. Whether they were."""
    away = Seat.objects.filter(room__code=code, user_id=user_id, away=True)
    seats = list(away.values_list("pk", flat=True))
    if seats:
        renew_presence(seats)
    return bool(seats)


def are_here(seats: QuerySet[Seat]) -> None:
    """Whoever of these was away is back, and all see it."""
    _set_away(seats.filter(away=True), away=False)


def expire() -> int:
    """Mark people as away who were not heard of for too long; how many. Reads before it locks."""
    silent_since = database_time.now() - timedelta(seconds=settings.AWAY_AFTER_SECONDS)
    silent = Seat.objects.filter(user__isnull=False, away=False, last_seen__lt=silent_since)
    return _set_away(silent, away=True)


def pass_host_on() -> int:
    """Where the host has been away for long, somebody who is here becomes host; in how many rooms.

    The one who has sat longest. A room in which nobody is here keeps its host.
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
    """Where a player has been silent for long enough by now, the others see that a bot may move for
    them; when that was looked at.

    ``looked``: what the look before gave back, so that each is found once; None finds all. Several
    who look say the same more than once, which does no harm. Whoever comes back to a room where
    nobody was left sees it without this.
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
    playing.show_anew(set(awaited.values_list("room__game_id", flat=True)))
    return now


def _set_away(seats: QuerySet[Seat], *, away: bool) -> int:
    """Set ``away`` on ``seats``, in rooms that then have a new version; how many changed.

    Locks rooms before seats, as the lobby does, and rooms in one order: nobody waits in a circle.
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
                    substitutes.call_off_substitutes(room)
                room.version += 1
                room.save(update_fields=["version"])
                notifications.publish_room(room.code, room.version)
    return changed
