"""Banning people, by the staff or the host, and closing a room. The staff may do so
without being the host.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from game import play
from game.refusals import Refused
from rooms.actions import open_tables, playing
from rooms.actions.events import Kind, shown_name
from rooms.actions.locked import locked_room, locked_room_as_host, replace_missing_host
from rooms.actions.seating import suggested_name
from rooms.models import Room, RoomBan, RoomSpectator, Seat


class Visitor(NamedTuple):
    """A person without a seat: a spectator or a banned person."""

    user_id: int
    name: str


def close(code: str) -> None:
    """Close a room permanently: abandon a running game, and remove everybody. Nobody can sit down
    again.
    """
    with locked_room(code) as room:
        if room.game and not room.game.is_over:
            play.abandon(room.game.id)
        room.seats.all().delete()
        room.spectating.all().delete()
        room.game = room.host = None
        room.closed_at = timezone.now()
        room.save(update_fields=["game", "host", "closed_at"])


def kick(code: str, user: User) -> None:
    """Ban a person, who can't sit down again and whose host can't lift the ban. In a running game a
    bot takes the seat of a player. The person's sockets close.

    Raise ``Refused`` with ``no_room``.
    """
    with locked_room(code) as room:
        seat = room.seats.filter(user=user).first()
        room.spectating.filter(user=user).delete()
        RoomBan.objects.update_or_create(room=room, user=user, defaults={"by_staff": True})
        if seat:
            playing.leave_seat(room, seat, (Kind.STAFF_KICKED, Kind.STAFF_KICKED_TO_BOT))
        replace_missing_host(room)
        open_tables.start_if_agreed(room)


def kick_spectator(code: str, host: User, user_id: int) -> None:
    """Ban a spectator, whose sockets close.

    Raise ``Refused`` with ``not_host``, or with ``not_watching`` if the person is no spectator.
    """
    with locked_room_as_host(code, host) as room:
        watched, _rows = spectators_of(room).filter(user_id=user_id).delete()
        if not watched:
            raise Refused("not_watching")
        RoomBan.objects.get_or_create(room=room, user_id=user_id, defaults={"by": host})


def spectators_of(room: Room) -> QuerySet[RoomSpectator]:
    """Return the spectators who have not sat down meanwhile, in the order in which they came."""
    seated = room.seats.filter(user__isnull=False).values("user_id")
    return room.spectating.exclude(user_id__in=seated)


def lift_ban(code: str, host: User, user_id: int) -> None:
    """Let a person whom the host has banned come back. Do nothing if the person is not banned."""
    with locked_room_as_host(code, host) as room:
        room.bans.filter(user_id=user_id, by_staff=False).delete()


def lift_any_ban(code: str, user: User) -> None:
    """Let a person whom the staff or the host has banned come back."""
    with locked_room(code) as room:
        room.bans.filter(user=user).delete()


def visitors_of(room: Room, seats: Sequence[Seat]) -> list[Visitor]:
    """Return the present spectators. One who has the same name as somebody at ``seats`` has a
    number after it.
    """
    people = [
        (user_id, shown_name(room, name, _("A spectator")))
        for user_id, name in spectators_of(room).values_list("user_id", "user__name")
    ]
    return [Visitor(user_id, suggested_name(name, seats)) for user_id, name in people]


def bans_of_host(room: Room) -> list[Visitor]:
    """Return the people whom the host has banned, with their present names."""
    bans = room.bans.filter(by_staff=False).order_by("pk")
    return [Visitor(*each) for each in bans.values_list("user_id", "user__name")]
