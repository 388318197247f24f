"""Finds a seat among people: at an open table, or at a new one that waits for people."""

from contextlib import suppress

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import people
from accounts.models import User
from accounts.names import fold
from accounts.view_helpers import letters_and_digits
from game.refusals import Refused
from game.table_options import DAY
from literature.rules.options import DEFAULT_PRESET
from rooms.actions import lobby, playing
from rooms.actions.locked import locked_room
from rooms.actions.open_tables import check_address, check_words
from rooms.models import Room
from rooms.models.room import CODE_LENGTH
from rooms.open_tables import usual_tables


def sit_down_among_people(user: User, *, opened_from: str = "") -> str:
    """Sit down at the best open table with the usual rules, or at a new open table. A person who
    already waits at an open table stays there. Return the code of the table.
    """
    if code := waits_at(user).first():
        return code
    for table in usual_tables(user):
        try:
            sit_down(table.code, user)
            break
        except Refused as refused:
            if refused.code == "many_waiting_here":
                raise
            # Somebody else took the last seat, or the person is banned there or has a taken name.
    else:
        _open_table(user, opened_from)
    # Of several requests at once, all keep the same table.
    first = waits_at(user).first()
    if first is None:  # For example, the host has banned the person meanwhile.
        raise Refused("table_gone")
    leave_others(user, first)
    return first


@transaction.atomic
def _open_table(user: User, opened_from: str) -> None:
    code = lobby.open_room(user, DEFAULT_PRESET, opened_from=opened_from)
    with locked_room(code) as room:
        check_address(user)
        playing.wait_for_people(room)
        room.save(update_fields=["open_since"])
        check_words(room, user.name, "unkind_name")


def sit_down(code: str, user: User) -> None:
    """Sit down at an open table. A person with an invented name gets another one if the name or its
    picture is taken. Raise ``Refused`` with ``table_gone``, also for private tables, or as
    ``lobby.join`` does.
    """
    rooms = Room.objects.filter(code=letters_and_digits(code, CODE_LENGTH))
    if not rooms.filter(open_since__isnull=False, game=None).exists():
        raise Refused("table_gone")
    try:
        with locked_room(code) as room:
            seats = room.seats.all()
            same = Q(avatar=user.avatar) | Q(folded_name=fold(user.name))
            is_new = not seats.filter(user=user).exists()
            if is_new and user.name_is_invented and seats.filter(same).exists():
                people.invent_name(user, seats.values_list("avatar", flat=True))
            lobby.join(code, user)
    except Refused:
        user.refresh_from_db()  # The invented name was not stored.
        raise


def waits_at(user: User) -> QuerySet[Room, str]:
    """Return the codes of the open lobbies in which the person sits, without those where people
    need not stay at the page.
    """
    waiting = Room.objects.filter(seats__user=user, open_since__isnull=False, game=None)
    return waiting.exclude(table__turn_seconds=DAY).order_by("pk").values_list("code", flat=True)


def leave_others(user: User, code: str) -> None:
    """Leave all open lobbies except the one with this code."""
    for other in waits_at(user).exclude(code=code):
        with suppress(Refused):
            lobby.leave(other, user)
