"""Ends a game before the rules end it."""

from django.db import transaction

from game import due_times
from game.history import results
from game.play.claim_pause import CLAIM_PAUSE_COLUMNS
from game.play.last_spectators import record_spectators
from game.play.locked import locked_running


@transaction.atomic
def abandon(game_id: str) -> None:
    """End a running game without a result. Raise ``Refused`` (``game_over``) if it has ended."""
    lock = locked_running(game_id)
    game = lock.game
    game.status = game.Status.ABANDONED
    game.finished_at = lock.now
    game.due_at = game.deadline = None
    game.substitute = False
    game.claim_pause_seat = game.claim_pause_set = game.claim_pause_until = None
    results.write(game, lock.players)
    record_spectators(game, lock.players, lock.now)
    lock.save("status", "finished_at", "substitute", *CLAIM_PAUSE_COLUMNS, *due_times.SCHEDULE)
