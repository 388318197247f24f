"""Claiming out of turn, fairly: the table waits while somebody places the cards.

A pause is of the table, not of the game: records know nothing of it.
"""

from datetime import datetime, timedelta

from django.db import transaction

from game import storage, timing
from game.models import Game
from game.play.locked import Locked, locked_running
from game.refusals import Refused
from game.rules.refusals import timing_allows

#: How often a player may have the table wait without claiming in the end.
MOST_WASTED = 2

DECLARATION_COLUMNS = ["declaring_seat", "declaring_set", "declaring_until"]


@transaction.atomic
def declare(game_id: str, user_id: int, set_name: str) -> None:
    """Have the table wait for this person's claim of a set.

    Refuses ``game_over not_seated no_pause your_turn not_your_turn unknown_set set_resolved paused
    declared_enough``.
    """
    here = locked_running(game_id)
    game, player, now = here.game, here.seat_of(user_id), here.now
    if not game.pauses:
        raise Refused("no_pause")
    if player.seat == game.turn:
        raise Refused("your_turn")
    if not timing_allows(game.rules.claim_timing, game.phase, game.turn, player.seat):
        raise Refused("not_your_turn")
    card_set = game.deck.set_named(set_name)
    if card_set is None:
        raise Refused("unknown_set")
    if not storage.is_in_play(game, card_set):
        raise Refused("set_resolved")
    check_not_paused(game, player.seat, now)
    if game.declaring_until is not None and game.declaring_until <= now:
        # Over, though no clock has said so yet: what follows is a pause of its own.
        end_pause(game, now)
    if player.pauses_wasted >= MOST_WASTED:
        raise Refused("declared_enough")
    if game.declaring_until is None:
        # Counted from the start, and given back by the claim: whoever vanishes has wasted it.
        player.pauses_wasted += 1
        player.save(update_fields=["pauses_wasted"])
        game.declaring_until = now + timing.DECLARATION
    game.declaring_seat = player.seat
    game.declaring_set = set_name
    game.due_at = game.declaring_until
    here.save(*DECLARATION_COLUMNS, *timing.SCHEDULE)


@transaction.atomic
def cancel_declaration(game_id: str, user_id: int) -> None:
    """The person who declares thinks better of it."""
    here = locked_running(game_id)
    if here.game.declaring_seat == here.seat_of(user_id).seat:
        _resume(here)


@transaction.atomic
def end_declaration(game_id: str) -> bool:
    """The time for a declaration is up: the table goes on; whether it did."""
    here = locked_running(game_id)
    until = here.game.declaring_until
    if until is None or until > here.now:
        return False
    _resume(here)
    return True


def _resume(here: Locked) -> None:
    now = here.now
    end_pause(here.game, now)
    timing.schedule(here.game, here.state, here.bots, now, turn_used=False)
    here.save(*DECLARATION_COLUMNS, *timing.SCHEDULE)


def check_not_paused(game: Game, seat: int, now: datetime) -> None:
    """Refuse ``paused`` to everybody but the one for whom the table waits."""
    if is_paused(game, now) and game.declaring_seat != seat:
        raise Refused("paused")


def is_paused(game: Game, now: datetime) -> bool:
    """Whether the table waits for somebody's claim."""
    return game.declaring_until is not None and game.declaring_until > now


def end_pause(game: Game, now: datetime) -> None:
    """Clear a declaration, and give whoever has the turn the time back. Not saved."""
    assert game.declaring_until is not None
    if game.deadline is not None:
        left = max(game.declaring_until - now, timedelta())
        game.deadline += timing.DECLARATION - left
    game.declaring_seat = game.declaring_set = game.declaring_until = None
