"""Starts and ends claim pauses: the table waits for a claim out of turn, and everybody sees it."""

from accounts.models import User
from game import play
from rooms.actions.locked import game_id_of, locked_room
from rooms.models import Room


def start(code: str, user: User, set_name: str) -> None:
    """Make the table wait for a claim. Raises ``Refused`` as ``play.start_claim_pause`` does."""
    with locked_room(code) as room:
        play.start_claim_pause(game_id_of(room), user.id, set_name)


def cancel(code: str, user: User) -> None:
    """End the person's own claim pause without a claim."""
    with locked_room(code) as room:
        play.cancel_claim_pause(game_id_of(room), user.id)


def end_if_over(game_id: str) -> None:
    """End the claim pause of a game if its time is up. Show the end in the game's rooms."""
    codes = list(Room.objects.filter(game_id=game_id).values_list("code", flat=True))
    for code in codes:
        with locked_room(code):
            play.end_claim_pause(game_id)
    if not codes:
        # The room was deleted; its game goes on.
        play.end_claim_pause(game_id)
