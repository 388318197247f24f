"""Ends a game before its end by the rules."""

from django.db import transaction

from game import timing
from game.history import results
from game.play.claim_pause import CLAIM_PAUSE_COLUMNS
from game.play.last_spectators import note_spectators
from game.play.locked import locked_running


@transaction.atomic
def abandon(game_id: str) -> None:
    """End a running game without a result. Raise ``Refused`` (``game_over``) if it has ended."""
    here = locked_running(game_id)
    game = here.game
    game.status = game.Status.ABANDONED
    game.finished_at = here.now
    game.due_at = game.deadline = None
    game.substitute = False
    game.claim_pause_seat = game.claim_pause_set = game.claim_pause_until = None
    results.write(game, here.players)
    note_spectators(game, here.players, here.now)
    here.save("status", "finished_at", "substitute", *CLAIM_PAUSE_COLUMNS, *timing.SCHEDULE)
