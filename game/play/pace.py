"""How fast the bots of a game move."""

from django.db import transaction

from game import storage, timing
from game.play.locked import locked_running


@transaction.atomic
def set_pace(game_id: str, pace: str) -> None:
    """Bots move at ``pace`` (``timing.PACES``) from now on. Refuses ``game_over``."""
    here = locked_running(game_id)
    game = here.game
    game.pace = pace
    state = storage.load_state(game, list(game.hands.all()))
    timing.schedule(game, state, here.bots, here.now, turn_used=False)
    here.save("pace", *timing.SCHEDULE)
