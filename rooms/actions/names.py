"""Changes a person's name at a table. Later games use the new name, too."""

from django.core.exceptions import ValidationError

from accounts import people
from accounts.models import User
from game.models import Player
from game.refusals import Refused
from rooms.actions import chat, open_tables
from rooms.actions.locked import locked_room
from rooms.actions.seating import suggested_name


def rename(code: str, user: User, name: str) -> None:
    """Change the person's name. A finished game keeps the names of its players.

    Players keep their names while several people play, because a name could hint at cards. A person
    who plays alone with bots may change their name, for example before they invite others.

    Raise ``Refused`` with ``no_room``, ``bad_name``, ``unkind_name``, ``name_in_game``,
    ``muted``, ``muted_by_staff`` or ``name_taken``; the last suggests a free name.
    """
    with locked_room(code) as room:
        try:
            name = people.chosen_name(user, name)
        except ValidationError as error:
            raise Refused(error.code or "bad_name") from error
        seat = room.seats.filter(user=user).first()
        running = room.game is not None and not room.game.is_over
        if seat and running and room.seats.filter(user__isnull=False).exclude(pk=seat.pk).exists():
            raise Refused("name_in_game")
        if seat:
            chat.check_not_muted(seat)  # A name is heard like a message.
            open_tables.check_words(room, name, "unkind_name")
            suggestion = suggested_name(name, list(room.seats.exclude(pk=seat.pk)))
            if suggestion != name:
                raise Refused("name_taken", suggestion=suggestion)
            seat.name = name
            seat.save(update_fields=["name"])
            if running:
                Player.objects.filter(game=room.game_id, user=user).update(name=name)
        people.rename(user, name)
