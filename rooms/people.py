"""Forgetting a person: their account goes, the games that they played stay."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from game.models import Player
from rooms import lobby
from rooms.models import Message, Room


@transaction.atomic
def forget(user: User) -> None:
    """Erase a person. Bots take over where they sit in a game; old games show a former player."""
    former = _("A former player")
    for code in list(Room.objects.filter(seats__user=user).values_list("code", flat=True)):
        lobby.leave(code, user)
    played = Player.objects.filter(user=user) | Player.objects.filter(left_user=user)
    played.update(name=former, avatar="")
    Message.objects.filter(user=user).update(name=former)
    user.delete()
