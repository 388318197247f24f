"""Deletes, suspends, readmits and renames people everywhere on the site, also at their tables.

The notification of a deletion, a suspension or a new name makes ``rooms.live.room_registry`` and
``finished.replay.registry`` close the person's sockets.
"""

from functools import reduce
from operator import or_

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from accounts import measures, people
from accounts.models import User
from game.models import Game, Player
from live import notifications
from rooms.actions import lobby
from rooms.actions.locked import locked_room
from rooms.actions.seating import suggested_name
from rooms.models import ChatMessage, Room, RoomEvent, RoomSpectator, Seat
from rooms.models.people import FORMER_PLAYER


@transaction.atomic
def forget(user: User) -> None:
    """Delete a person. Bots take their seats in running games. Finished games show “A former
    player” in place of the name.
    """
    former = str(FORMER_PLAYER)
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
    seats = Seat.objects.filter(user=user).order_by("room_id")
    for code in list(seats.values_list("room__code", flat=True)):
        lobby.leave(code, user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    notifications.publish_person(user.pk)


@transaction.atomic
def readmit(user: User) -> None:
    """End a person's suspension."""
    User.objects.lock_existing([user.pk])
    measures.note_end(user, measures.Kind.SUSPENSION)
    user.is_active = True
    user.save(update_fields=["is_active"])


def readmit_all_due() -> None:
    """Readmit the people whose suspension is over."""
    for measure in measures.over():
        with transaction.atomic():
            User.objects.lock_existing([measure.user_id])
            # The staff may have suspended the person again.
            if measures.over().filter(pk=measure.pk).exists():
                readmit(measure.user)


@transaction.atomic
def rename(user: User, name: str) -> None:
    """Replace a person's name everywhere except in the staff's audit log.

    Raise ValidationError for a name that is not allowed. In a room where somebody else has this
    name, the person gets the name with a number.
    """
    name = people.cleaned_name(user, name)
    # Lock the rooms first: all code that changes a room locks the room's row before the rows of
    # people and players.
    for code in _rooms_of(user):
        with locked_room(code) as room:
            seat = room.seats.filter(user=user).first()
            if seat:
                seat.name = suggested_name(name, list(room.seats.exclude(pk=seat.pk)))
                seat.save(update_fields=["name"])
    people.rename(user, name)
    seats = Seat.objects.filter(user=user, room__game=OuterRef("game")).order_by().values("name")
    shown = Coalesce(Subquery(seats[:1]), Value(user.name))
    Player.objects.filter(Q(user=user) | Q(left_user=user)).update(name=shown)
    notifications.publish_person(user.pk)


def _rooms_of(user: User) -> list[str]:
    """Return the codes of the rooms that show the person: at a seat, in a message or an event, as
    a spectator, or in a game that the person plays or has left. They are in the order for locking.
    """
    theirs = [model.objects.filter(user=user) for model in (Seat, ChatMessage, RoomSpectator)]
    concerned = RoomEvent.objects.filter(Q(user=user) | Q(new_host=user))
    played = Player.objects.filter(Q(user=user) | Q(left_user=user))
    shown = [Q(pk__in=rows.values("room_id")) for rows in (*theirs, concerned)]
    rooms = Room.objects.filter(Q(game__in=played.values("game_id")) | reduce(or_, shown))
    return list(rooms.order_by("pk").values_list("code", flat=True))
