"""Fetches a finished game *and* checks that the viewer may see it."""

from django.http import HttpRequest

from accounts.limits import seconds_to_wait
from game.models import Game
from game.refusals import Refused
from game.sharing import may_see

#: A page that plays at the highest speed fetches some eight positions at once, one time in two
#: seconds. By person, or by address of those without a name.
LOOKS_PER_MINUTE = 240


def finished_game(request: HttpRequest, game_id: str) -> Game:
    """A finished game that the viewer may see. Refuses ``rate_limited no_name no_game
    game_running``.

    Without the right to see it, the refusal is that of a game that does not exist. A viewer without
    a name is asked for one in both cases.
    """
    wait = seconds_to_wait(request, "games", LOOKS_PER_MINUTE, "user_or_ip")
    if wait:
        raise Refused("rate_limited", retry_after=wait)
    game = _seen(request, game_id)
    if not game.is_over:
        raise Refused("game_running")
    return game


def _seen(request: HttpRequest, game_id: str) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game, request.user):
        raise Refused("no_game" if request.user.is_authenticated else "no_name")
    return game
