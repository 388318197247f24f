"""Ending a game that nobody will finish."""

from django.db import transaction

from game import timing
from game.history import results
from game.play.claim_pause import DECLARATION_COLUMNS
from game.play.locked import locked_running
from game.play.spectators import note_spectators


@transaction.atomic
def abandon(game_id: str) -> None:
    """A running game ends where it stands, without a result. Refuses ``game_over``."""
    here = locked_running(game_id)
    game = here.game
    game.status = game.Status.ABANDONED
    game.finished_at = here.now
    game.due_at = game.deadline = None
    game.substitute = False
    game.declaring_seat = game.declaring_set = game.declaring_until = None
    results.write(game, here.players)
    note_spectators(game, here.players, here.now)
    here.save("status", "finished_at", "substitute", *DECLARATION_COLUMNS, *timing.SCHEDULE)
