"""Invites people to a table with whom a person has played. An invitation waits for a week."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction

from accounts.models import User
from finished.history.profile import met_by
from game import database_time
from game.models import DueWork, PlayerResult
from game.refusals import Refused
from literature.rules.options import DEFAULT_PRESET
from rooms.actions import lobby
from rooms.models import Invitation, Room, Seat

#: After a person has declined, the next invitation by the same person may come after this time.
REST = timedelta(days=1)


@transaction.atomic
def invite(code: str, by: User, user_ids: Collection[int]) -> int:
    """Invite people to a table at which ``by`` sits. Return how many of them ``by`` knows. Nobody
    learns who has declined. Raise ``Refused`` with ``not_seated``.
    """
    seats = Seat.objects.filter(room__code=code, room__closed_at=None)
    mine = seats.filter(user=by).first()
    if mine is None:
        raise Refused("not_seated")
    known = set(met_by(by).filter(other__in=user_ids).values_list("other", flat=True))
    known -= set(seats.values_list("user_id", flat=True))
    now, theirs = database_time.now(), Invitation.objects.filter(by=by, user__in=known)
    list(theirs.select_for_update().order_by("pk"))  # Somebody may decline at this moment.
    resting = theirs.filter(declined_at__gt=now - REST).values_list("user_id", flat=True)
    for user_id in sorted(known.difference(resting)):
        values = {"room_id": mine.room_id, "at": now, "declined_at": None}
        row, _ = Invitation.objects.update_or_create(by=by, user_id=user_id, defaults=values)
        DueWork.put("invitation", str(row.pk), now)
    return len(known)


@transaction.atomic
def play_again(user: User, game_id: str, *, opened_from: str = "") -> str:
    """Invite the people of a finished game to the game's table, or to a new one with the same
    rules. Return the code of the table. Raise ``Refused`` with ``no_game``.
    """
    finished = PlayerResult.objects.filter(user=user, result__in=PlayerResult.FINISHED)
    result = finished.filter(game=game_id).select_related("game").first()
    if result is None:
        raise Refused("no_game")
    rooms = Room.objects.filter(game=game_id, seats__user=user, closed_at=None)
    code = rooms.values_list("code", flat=True).first()
    if code is None:
        preset, rules = result.game.began_as or DEFAULT_PRESET, result.game.rules
        code = lobby.open_room(user, preset, rules, opened_from=opened_from)
    invite(code, user, list(result.companions.values_list("other", flat=True)))
    return code


def decline(user: User, invitation_id: int) -> None:
    """Decline an invitation."""
    mine = Invitation.objects.filter(pk=invitation_id, user=user)
    mine.update(declined_at=database_time.now())
