"""Lets a person who plays alone with bots pause them, or let them play quickly."""

from accounts.models import User
from game import play
from rooms.actions.locked import game_id_of, locked_room


def pause_bots(code: str, user: User, *, paused: bool) -> None:
    """Pause the bots, or let them go on. Raise ``Refused`` with ``not_playing``, or as
    ``play.pause_bots`` does.
    """
    with locked_room(code) as room:
        play.pause_bots(game_id_of(room), user.id, paused=paused)


def play_to_turn(code: str, user: User) -> None:
    """Let the bots move at once until the person's turn. Raise ``Refused`` as ``pause_bots``
    does.
    """
    with locked_room(code) as room:
        play.play_to_turn(game_id_of(room), user.id)
