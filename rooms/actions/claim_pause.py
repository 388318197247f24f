"""Claiming out of turn: the table waits, and all see for whom."""

from accounts.models import User
from game import play
from rooms.actions.locked import game_id_of, locked_room
from rooms.models import Room


def declare(code: str, user: User, set_name: str) -> None:
    """Have the table wait for one's claim of a set. Refuses what ``play.declare`` refuses."""
    with locked_room(code) as room:
        play.declare(game_id_of(room), user.id, set_name)


def cancel(code: str, user: User) -> None:
    """Think better of it."""
    with locked_room(code) as room:
        play.cancel_declaration(game_id_of(room), user.id)


def end_if_over(game_id: str) -> None:
    """The time for a declaration may be up: if so the table goes on, and all see it."""
    codes = list(Room.objects.filter(game_id=game_id).values_list("code", flat=True))
    for code in codes:
        with locked_room(code):
            play.end_declaration(game_id)
    if not codes:
        # The room has gone; the game goes on.
        play.end_declaration(game_id)
