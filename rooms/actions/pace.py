"""What somebody who plays among bots alone has them do."""

from accounts.models import User
from game import play
from rooms.actions.locked import game_id_of, locked_room


def pause_bots(code: str, user: User, *, paused: bool) -> None:
    """The bots wait, or go on. Refuses ``not_playing`` and what ``play.pause_bots`` refuses."""
    with locked_room(code) as room:
        play.pause_bots(game_id_of(room), user.id, paused=paused)


def play_to_turn(code: str, user: User) -> None:
    """The bots move at once until it is this person's turn. Refuses the same."""
    with locked_room(code) as room:
        play.play_to_turn(game_id_of(room), user.id)
