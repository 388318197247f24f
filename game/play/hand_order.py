"""The order that a player gives their own hand."""

from django.db import transaction

from game.models import Game
from game.play.locked import locked_running
from game.refusals import Refused
from literature.rules.cards import UNKNOWN, hand_of, parse_card


@transaction.atomic
def set_own_order(game_id: str, user_id: int, order: str) -> tuple[Game, int]:
    """Store the order that a player gives their own hand: texts of cards with spaces between them.
    An empty order drops an earlier one. Return the game and the player's hand.

    Only the player sees the order, so no page of other people gets an update. The new edition of
    the game makes hubs read it before their next update.

    Raise ``Refused`` with ``game_over``, ``not_seated``, ``bad_request`` (unknown or repeated
    cards), or ``not_held``.
    """
    lock = locked_running(game_id)
    seat = lock.seat_of(user_id).seat
    hand = lock.state.hands[seat]
    cards = [parse_card(text) for text in order.split(" ")] if order else []
    if UNKNOWN in cards or len(set(cards)) < len(cards):
        raise Refused("bad_request")
    if hand_of(cards) & ~hand:
        raise Refused("not_held")
    lock.game.hands.filter(seat=seat).update(own_order=order)
    lock.save()
    return lock.game, hand
