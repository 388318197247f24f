"""Starts and ends claim pauses. During a claim pause the table waits for a claim out of turn, and
everybody sees the pause.
"""

from accounts.models import User
from game import play
from rooms.actions.locked import game_id_of, locked_room
from rooms.models import Room


def start(code: str, user: User, set_name: str) -> None:
    """Start a claim pause: the game waits for this person's claim. Raise ``Refused`` with
    ``not_playing``, or as ``play.start_claim_pause`` does.
    """
    with locked_room(code) as room:
        play.start_claim_pause(game_id_of(room), user.id, set_name)


def cancel(code: str, user: User) -> None:
    """End the person's own claim pause without a claim."""
    with locked_room(code) as room:
        play.cancel_claim_pause(game_id_of(room), user.id)


def end_if_over(game_id: str) -> None:
    """End a game's claim pause if the time for the claim is up. Raise the versions of the game's
    rooms, so that their pages show the end of the pause.
    """
    codes = list(Room.objects.filter(game_id=game_id).values_list("code", flat=True))
    for code in codes:
        with locked_room(code):
            play.end_claim_pause(game_id)
    if not codes:
        # The room was deleted; its game goes on.
        play.end_claim_pause(game_id)
