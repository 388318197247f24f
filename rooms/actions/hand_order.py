"""How a player sorts their own hand. Only this player sees it, so the room keeps its version."""

from django.db import transaction

from accounts.models import User
from accounts.people import change_preferences
from game import play
from game.models import Game
from game.presentation.hand import BY_RANK, BY_SET, OWN
from game.refusals import Refused
from rooms.models import Room


@transaction.atomic
def sort_hand(code: str, user: User, sort: str, cards: str) -> tuple[Game, int]:
    """Sort the hand by set or by rank, now and in later games, or give it an own order in this
    game: the texts of ``cards``, with spaces between them. Return the game and the hand.

    Raise ``Refused`` with ``no_room``, ``not_playing``, ``game_over``, ``not_seated``,
    ``bad_request`` or ``not_held``.
    """
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise Refused("no_room")
    if room.game_id is None:
        raise Refused("not_playing")
    if sort not in (BY_SET, BY_RANK) and not (sort == OWN and cards):
        raise Refused("bad_request")
    game, hand = play.set_own_order(room.game_id, user.id, cards if sort == OWN else "")
    if sort != OWN:
        change_preferences(user, {"hand_sort": sort})
    return game, hand
