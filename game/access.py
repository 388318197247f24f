"""Who asks for a finished game: fetched *and* checked in one call."""

from django.http import HttpRequest

from game.models import Game
from game.refusals import Refused
from game.sharing import may_see


def finished_game(request: HttpRequest, game_id: str) -> Game:
    """A game that whoever asks may look at. Refuses ``no_name no_game game_running``.

    To others it is as if there were no such game; somebody without a name is asked for it, whether
    or not there is one.
    """
    game = _seen(request, game_id)
    if not game.is_over:
        raise Refused("game_running")
    return game


def _seen(request: HttpRequest, game_id: str) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game, request.user):
        raise Refused("no_game" if request.user.is_authenticated else "no_name")
    return game
