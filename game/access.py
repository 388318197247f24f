"""Fetches a finished game *and* checks that the viewer may see it."""

from django.http import HttpRequest

from game.models import Game
from game.refusals import Refused
from game.sharing import may_see


def finished_game(request: HttpRequest, game_id: str) -> Game:
    """A finished game that the viewer may see. Refuses ``no_name no_game game_running``.

    Without the right to see it, the refusal is that of a game that does not exist. A viewer without
    a name is asked for one in both cases.
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
