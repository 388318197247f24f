"""Changes a room in a transaction in which the room's row is locked. Also has functions that
many changes share.

Each function of this folder that gets a room's code locks the room and makes one change, which
raises the room's version, and publishes a notification after the commit; or it raises ``Refused``
and has no effect.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from accounts.models import User
from game.refusals import Refused
from literature.policy import LEVELS
from live import notifications
from rooms.actions.events import Kind, record_event
from rooms.models import IdempotencyKey, KickVote, Room, Seat


@contextmanager
def locked_room(code: str) -> Iterator[Room]:
    """Lock and yield the room. Raise its version at the end. Raise ``Refused`` with
    ``no_room``.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(code=code).first()
        if room is None:
            raise Refused("no_room")
        yield room
        room.version += 1
        room.free_seats = _free_seats(room)
        room.save(update_fields=["version", "free_seats"])
        notifications.publish_room(room.code, room.version)


def _free_seats(room: Room) -> int | None:
    """Return the number of seats that the home page offers: those without a person in an open
    lobby, if it is not locked and somebody is present, or need not be; None in another room.
    """
    if not room.is_open_lobby or room.locked:
        return None
    away = list(room.seats.filter(user__isnull=False).values_list("away", flat=True))
    return 0 if all(away) and not room.has_days else max(0, room.rules.players - len(away))


@contextmanager
def locked_room_as_host(code: str, host: User) -> Iterator[Room]:
    """Lock and yield the room for its host. Raise ``Refused`` with ``not_host`` for
    anybody else.
    """
    with locked_room(code) as room:
        if room.host_id != host.id:
            raise Refused("not_host")
        yield room


@contextmanager
def locked_lobby_as_host(code: str, host: User) -> Iterator[Room]:
    """Lock and yield the room for its host while it is a lobby. Raise ``Refused`` with
    ``not_ready`` if the room has a game.
    """
    with locked_room_as_host(code, host) as room:
        check_no_game(room)
        yield room


@contextmanager
def locked_game(code: str) -> Iterator[str]:
    """Lock the room and yield the id of its game. Raise ``Refused`` with ``not_playing`` if
    there is no game.
    """
    with locked_room(code) as room:
        if room.game_id is None:
            raise Refused("not_playing")
        yield room.game_id


def once(user: User, request_id: str, action: str, do: Callable[[], object]) -> object:
    """Call ``do()`` and return its answer. If ``user`` has sent this ``request_id`` before, return
    the first answer instead. Raise ``Refused`` with ``request_reused`` if it was sent with another
    ``action``.
    """
    if not request_id:
        return do()
    with transaction.atomic():
        key, is_new = IdempotencyKey.objects.get_or_create(
            user=user, request_id=request_id, defaults={"action": action}
        )
        if key.action != action:
            raise Refused("request_reused")
        if is_new:
            key.answer = do()
            key.save(update_fields=["answer"])
        return key.answer


def check_no_game(room: Room) -> None:
    """Raise ``Refused`` with ``not_ready`` unless the room is a lobby."""
    if room.game_id is not None:
        raise Refused("not_ready")


def checked_level(level: str) -> str:
    """Return the level of bots if it exists. Raise ``Refused`` with ``bad_request`` if it does
    not.
    """
    if level not in LEVELS:
        raise Refused("bad_request")
    return level


def seat_of(room: Room, user: User) -> Seat:
    """Return the person's seat in the room. Raise ``Refused`` with ``not_seated`` if the person
    has none.
    """
    seat = room.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not_seated")
    return seat


def replace_missing_host(room: Room) -> None:
    """Replace the host if the host has no seat. The present person who has had a seat for the
    longest time becomes the host, or else an absent person; in an empty room nobody does, and
    an empty table is no longer open to everybody.
    """
    people = room.seats.filter(user__isnull=False)
    if room.host_id and people.filter(user_id=room.host_id).exists():
        return
    heir = people.order_by("away", "joined_at", "id").first()
    make_host(room, heir)
    if heir is None and room.open_since:
        room.open_since = None
        room.save(update_fields=["open_since"])


def make_host(room: Room, seat: Seat | None) -> None:
    """Make the person at ``seat`` the host. If ``seat`` is None, the room has no host. A host is
    not muted, because nobody else could end it.

    Announce the change if the room had a host before. The caller holds the room's lock.
    """
    had_host = room.host_id is not None
    KickVote.objects.filter(room=room).delete()
    room.host_id = seat.user_id if seat else None
    room.save(update_fields=["host"])
    if seat and seat.user_id and seat.muted:
        seat.muted = False
        seat.save(update_fields=["muted"])
        room.mutes.filter(user_id=seat.user_id).delete()
    if had_host and seat:
        record_event(room, Kind.HOST, seat.user_id)
