"""Decides who may see a finished game, and finds the game for a viewer who may see it.

Players, people who watched its end, people who imported its record, and staff with the permission
``game.view_game`` may see it. When a player has shared it, everybody with the link may see it
(``finished.sharing``).
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest

from accounts.models import User
from game.models import Game
from game.refusal_responses import check_rate
from game.refusals import Refused

Viewer = User | AnonymousUser

#: A replay at the highest speed sends a request about every two seconds, so it never reaches this
#: limit. The limit counts by person, or by IP address for visitors without a name.
LOOKS_PER_MINUTE = 240


def finished_game(request: HttpRequest, game_id: str) -> Game:
    """A finished game that the viewer may see.

    Raise ``Refused`` with ``rate_limited``, ``no_name``, ``no_game`` or ``game_running``. A viewer
    without the right to see the game gets the same refusal as for a game that does not exist. It
    is ``no_name`` if nobody is signed in; people get the same page in both cases.
    """
    check_rate(request, "games", LOOKS_PER_MINUTE)
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game, request.user):
        raise Refused("no_game" if request.user.is_authenticated else "no_name")
    if not game.is_over:
        raise Refused("game_running")
    return game


def may_see(game: Game, user: Viewer) -> bool:
    """Whether this person, signed in or not, may see a finished game."""
    return bool(visible_among([game], user))


def may_see_all(user: Viewer) -> bool:
    """Whether this person is a staff member who may read all finished games."""
    return bool(user.is_staff) and user.has_perm("game.view_game")


def visible_among(games: Collection[Game], user: Viewer) -> set[str]:
    """The ids of those games that this person, signed in or not, may see."""
    ids = [game.pk for game in games]
    if may_see_all(user):
        return set(ids)
    seen = Q(shares__user__is_active=True)
    if user.is_authenticated:
        seen |= Q(players__user=user) | Q(players__left_user=user)
        seen |= Q(imports__user=user) | Q(spectators__user=user)
    return set(Game.objects.filter(seen, pk__in=ids).values_list("pk", flat=True))


def played(game: Game, user: Viewer) -> bool:
    """Whether this person played in the game, even if they left it early."""
    if not user.is_authenticated:
        return False
    return game.players.filter(Q(user=user) | Q(left_user=user)).exists()
