"""Deletes, suspends, readmits and renames people everywhere on the site, also at their tables.

The notification of a deletion, a suspension or a new name makes ``rooms.live.room_registry`` and
``game.replay.registry`` close the person's sockets.
"""

from functools import reduce
from operator import or_
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import people
from accounts.models import User
from accounts.names import fold
from game.live import notifications
from game.models import Game, Player
from rooms.actions import lobby
from rooms.actions.locked import locked_room
from rooms.actions.seating import suggested_name
from rooms.models import ChatMessage, Room, RoomEvent, RoomSpectator, Seat


@transaction.atomic
def forget(user: User) -> None:
    """Delete a person. Bots take their seats in running games. Finished games show “A former
    player” in place of the name.
    """
    former = _("A former player")
    for code in _rooms_of(user):
        if Seat.objects.filter(room__code=code, user=user).exists():
            lobby.leave(code, user)
        with locked_room(code):
            pass  # Pages must show the new name.
    # A game that the person has left may be ending at this moment. So lock the game's row before
    # the rows of its players, in the same order as the end of a game does.
    left = Game.objects.filter(pk__in=Player.objects.filter(left_user=user).values("game"))
    list(left.filter(status=Game.Status.RUNNING).select_for_update().order_by("pk"))
    played = Player.objects.filter(user=user) | Player.objects.filter(left_user=user)
    played.update(name=former, avatar="")
    ChatMessage.objects.filter(user=user).update(name=former)
    RoomEvent.objects.filter(user=user).update(name=former)
    # Django's admin log keeps the name of each row that was edited in a form.
    noted = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
    noted.filter(object_id=str(user.pk)).update(object_repr=former)
    notifications.publish_person(user.pk)
    # If a game that the person has left is ending, wait for its end: the person's result must be
    # written before the person is deleted, or not at all.
    User.objects.select_for_update().get(pk=user.pk).delete()


@transaction.atomic
def suspend(user: User) -> None:
    """Suspend a person. They leave their tables, and can neither play nor sign in."""
    for code in _codes(Seat.objects.filter(user=user)):
        lobby.leave(code, user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    notifications.publish_person(user.pk)


def readmit(user: User) -> None:
    """End a person's suspension."""
    user.is_active = True
    user.save(update_fields=["is_active"])


@transaction.atomic
def rename(user: User, name: str) -> None:
    """Replace a person's name everywhere except in the staff's audit log.

    Raise ValidationError for a name that is not allowed. In a room where somebody else has this
    name, the person gets the name with a number.
    """
    people.rename(user, name)
    # Lock the rooms first: all code that changes a room locks the room's row before the rows of
    # players.
    at_table = [_rename_in_room(code, user) for code in _rooms_of(user)]
    played = Player.objects.exclude(game__in=[game_id for game_id in at_table if game_id])
    played.filter(user=user).update(name=user.name)
    played.filter(left_user=user).update(name=user.name)
    ChatMessage.objects.filter(user=user).update(name=user.name)
    RoomEvent.objects.filter(user=user).update(name=user.name)
    for code in _codes(RoomSpectator.objects.filter(user=user)):
        with locked_room(code) as room:
            shown = suggested_name(user.name, list(room.seats.all()))
            room.spectating.filter(user=user).update(name=shown)
    notifications.publish_person(user.pk, reconnect=True)


def _rename_in_room(code: str, user: User) -> str | None:
    """Rename a person at the table, and in the game that the room
    shows. Return the game's id; None if there is no game or no seat.
    """
    with locked_room(code) as room:
        seat = room.seats.filter(user=user).first()
        if seat is None:
            return None
        seat.name = suggested_name(user.name, list(room.seats.exclude(pk=seat.pk)))
        seat.folded_name = fold(seat.name)
        seat.save(update_fields=["name", "folded_name"])
        Player.objects.filter(game=room.game_id, user=user).update(name=seat.name)
        return room.game_id


def _rooms_of(user: User) -> list[str]:
    """Return the codes of the rooms with a seat, a message or an event of the person, or with a
    game that the person plays or has left. They are in the order for locking.
    """
    seats = Seat.objects.filter(user=user)
    said = ChatMessage.objects.filter(user=user)
    concerned = RoomEvent.objects.filter(Q(user=user) | Q(new_host=user))
    played = Player.objects.filter(Q(user=user) | Q(left_user=user))
    shown = [Q(pk__in=rows.values("room_id")) for rows in (seats, said, concerned)]
    rooms = Room.objects.filter(Q(game__in=played.values("game_id")) | reduce(or_, shown))
    return list(rooms.order_by("pk").values_list("code", flat=True))


def _codes(rows: QuerySet[Any]) -> list[str]:
    """Return the room codes of seats or spectators, in the order in which all code locks rooms."""
    return list(rows.order_by("room_id").values_list("room__code", flat=True))
