"""The queries of a heartbeat. Each query covers all rooms of a process."""

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from rooms.live import presence, spectator_presence
from rooms.models import Room


def still_valid(keys: set[str], people: set[int]) -> tuple[set[str], dict[int, str]]:
    """Return the ``keys`` of sessions that still exist, and the hashed passwords of the ``people``
    whose accounts are active, by id.
    """
    sessions = Session.objects.filter(session_key__among=keys, expire_date__gt=timezone.now())
    active = User.objects.filter(pk__among=people, is_active=True)
    return (
        set(sessions.values_list("session_key", flat=True)),
        dict(active.values_list("pk", "password")),
    )


def newest_versions(
    viewers: dict[str, frozenset[int]], seat_ids: set[int]
) -> dict[str, tuple[int, int]]:
    """Return the versions of some rooms. Also renew the presence of players and spectators."""
    if seat_ids:
        presence.renew_presence(seat_ids)
    spectator_presence.renew_presence_in_all(viewers)
    rooms = Room.objects.filter(code__among=viewers).values_list("code", "version", "game__version")
    return {code: (version, game_version or 0) for code, version, game_version in rooms}
