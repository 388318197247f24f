"""Claim pauses: the table waits while a player places the cards of a claim out of turn.

A pause belongs to the table and not to the game, so records do not contain it.
"""

from django.db import transaction

from game import due_times
from game.models import DueWork, Game
from game.play.locked import Locked, locked_running
from game.presence import away_after
from game.refusals import Refused
from literature.rules.legality import of_any_claim
from literature.rules.state import ENDGAME, UNRESOLVED

#: A player may have at most this number of pauses without a claim.
MOST_WASTED = 2


@transaction.atomic
def start_claim_pause(game_id: str, user_id: int, set_name: str) -> None:
    """Make the table wait for a person's claim of a set.

    Raise ``Refused`` with ``game_over``, ``not_seated``, ``no_pause``, ``your_turn``,
    ``not_your_turn``, ``unknown_set``, ``set_resolved``, ``paused`` or ``too_many_pauses``.
    """
    lock = locked_running(game_id)
    game, player, now = lock.game, lock.seat_of(user_id), lock.now
    if not game.table["pauses"]:
        raise Refused("no_pause")
    if player.seat == game.turn:
        raise Refused("your_turn")
    check_claim_timing(game, player.seat)
    card_set = game.deck.set_named(set_name)
    if card_set is None:
        raise Refused("unknown_set")
    if game.scorers[card_set.index] != UNRESOLVED:
        raise Refused("set_resolved")
    if due_times.is_paused(game, now):
        if game.claim_pause_seat != player.seat:
            raise Refused("paused")
    elif game.claim_pause_until is not None:
        # The time of the last pause is up, but no scheduler has ended it yet. End it first.
        due_times.end_pause(game, now)
    if player.pauses_wasted >= MOST_WASTED:
        raise Refused("too_many_pauses")
    if game.claim_pause_until is None:
        # The pause counts as wasted from its start, and a claim takes it off the count again. So
        # only a pause without a claim counts.
        player.pauses_wasted += 1
        player.save(update_fields=["pauses_wasted"])
        game.claim_pause_until = now + due_times.CLAIM_PAUSE
        DueWork.put("alert", f"claim {game.pk}", now + away_after())
    game.claim_pause_seat = player.seat
    game.claim_pause_set = set_name
    game.due_at = game.claim_pause_until
    lock.save(*due_times.CLAIM_PAUSE_COLUMNS, *due_times.SCHEDULE)


@transaction.atomic
def cancel_claim_pause(game_id: str, user_id: int) -> None:
    """End this person's claim pause without a claim.

    Nothing happens if this person has no claim pause now.
    """
    lock = locked_running(game_id)
    if lock.game.claim_pause_seat == lock.seat_of(user_id).seat:
        _resume(lock)


@transaction.atomic
def end_claim_pause(game_id: str) -> bool:
    """End a claim pause whose time is up. Return whether its time was up."""
    lock = locked_running(game_id)
    until = lock.game.claim_pause_until
    if until is None or until > lock.now:
        return False
    _resume(lock)
    return True


def _resume(lock: Locked) -> None:
    due_times.end_pause(lock.game, lock.now)
    lock.schedule_again()
    lock.save(*due_times.CLAIM_PAUSE_COLUMNS, *due_times.SCHEDULE)


def check_claim_timing(game: Game, seat: int) -> None:
    """Raise ``Refused`` (``not_your_turn``), with the rule as its sentence, if the rules allow no
    claim of this seat now.
    """
    timing = game.rules.claim_timing
    if of_any_claim(timing, game.phase, game.turn, seat) == "not_your_turn":
        rule = "endgame" if game.phase == ENDGAME else timing
        raise Refused("not_your_turn", f"claim_{rule}")
