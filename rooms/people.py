"""What happens at the tables when a person goes, is kept out, or gets another name."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import guests
from accounts.models import User
from accounts.names import fold
from game import doorbell, storage
from game.leaving import left_at
from game.models import Player
from rooms import lobby
from rooms.changing import changing, seat_of
from rooms.models import Message, Seat, SettingsChange, Watcher
from rooms.seating import suggested_name


@transaction.atomic
def forget(user: User) -> None:
    """Erase a person. Bots take over where they sit in a game; old games show a former player."""
    former = _("A former player")
    _leave_tables(user)
    for player in Player.objects.filter(left_user=user, left_at=None).select_related("game"):
        # Who left is not known from now on, so that somebody did has to be.
        player.left_at = left_at(player, storage.load_moves(player.game))
        player.save(update_fields=["left_at"])
    played = Player.objects.filter(user=user) | Player.objects.filter(left_user=user)
    played.update(name=former, avatar="")
    Message.objects.filter(user=user).update(name=former)
    SettingsChange.objects.filter(user=user).update(name=former)
    doorbell.ring_person(user.pk)
    user.delete()


@transaction.atomic
def suspend(user: User) -> None:
    """Keep a person out: they leave their tables, and neither session nor password lets them in."""
    _leave_tables(user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    doorbell.ring_person(user.pk)


def readmit(user: User) -> None:
    """Let somebody who was suspended in again."""
    user.is_active = True
    user.save(update_fields=["is_active"])


@transaction.atomic
def rename(user: User, name: str) -> None:
    """Give somebody another name wherever the old one stands: it is not to be seen any more.

    ValidationError if the name is not good. Where somebody else in a room is called that, they get
    a number there.
    """
    guests.rename(user, name)
    # Rooms first: whoever changes a room or a game holds its row before those of its players.
    at_table = [_rename_seat(code, user) for code in _codes(Seat.objects.filter(user=user))]
    played = Player.objects.exclude(game__in=[game_id for game_id in at_table if game_id])
    played.filter(user=user).update(name=user.name)
    played.filter(left_user=user).update(name=user.name)
    Message.objects.filter(user=user).update(name=user.name)
    SettingsChange.objects.filter(user=user).update(name=user.name)
    for code in _codes(Watcher.objects.filter(user=user)):
        with changing(code) as room:
            shown = suggested_name(user.name, list(room.seats.all()))
            room.watchers.filter(user=user).update(name=shown)


def _rename_seat(code: str, user: User) -> str | None:
    """The new name at a table, and in the game that is shown there; that game's id."""
    with changing(code) as room:
        seat = seat_of(room, user)
        seat.name = suggested_name(user.name, list(room.seats.exclude(pk=seat.pk)))
        seat.folded_name = fold(seat.name)
        seat.save(update_fields=["name", "folded_name"])
        Player.objects.filter(game=room.game_id, user=user).update(name=seat.name)
        return room.game_id


def _leave_tables(user: User) -> None:
    for code in _codes(Seat.objects.filter(user=user)):
        lobby.leave(code, user)


def _codes(rows: QuerySet[Any]) -> list[str]:
    """The codes of the rooms of some seats or watchers, in one order for all who lock them."""
    return list(rows.order_by("room_id").values_list("room__code", flat=True))
