"""Who watches: by when their pages were last heard of, as with those who sit there."""

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings

from accounts.models import User
from game import moment
from rooms.changing import changing
from rooms.models import Removed, Room, Seat, Watcher
from rooms.seating import suggested_name


def heard_from(code: str, user_ids: Collection[int]) -> None:
    """The pages of these people show the room, and they have no seat there."""
    watchers = Watcher.objects.filter(room__code=code, user_id__in=user_ids)
    watchers.update(last_seen=moment.told())
    new = set(user_ids) - set(watchers.values_list("user_id", flat=True))
    # Whoever has deleted their account meanwhile is nobody; whoever was removed does not come back.
    removed = Removed.objects.filter(room__code=code).values("user_id")
    people = User.objects.filter(pk__in=new).exclude(pk__in=removed)
    if not people or not Room.objects.filter(code=code).exists():
        return
    with changing(code) as room:
        seats = list(room.seats.all())
        for user in people:
            Watcher.objects.get_or_create(
                room=room,
                user=user,
                defaults={"name": suggested_name(user.name, seats), "last_seen": moment.now()},
            )


def expire() -> int:
    """Forget watchers who were not heard of for too long, or who have sat down; how many."""
    silent_since = moment.now() - timedelta(seconds=settings.AWAY_AFTER_SECONDS)
    gone = Watcher.objects.filter(last_seen__lt=silent_since)
    forgotten = 0
    for code in set(gone.values_list("room__code", flat=True)):
        with changing(code) as room:
            forgotten += gone.filter(room=room).delete()[0]
    return forgotten


def names(room: Room) -> list[str]:
    """Who watches now, those first who came first."""
    seated = Seat.objects.filter(room=room, user__isnull=False).values("user_id")
    watchers = room.watchers.exclude(user_id__in=seated)
    return list(watchers.values_list("name", flat=True))
