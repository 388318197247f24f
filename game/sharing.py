"""The right to see a finished game.

Players, people who watched its end, people who imported its record, and staff may see it. Once a
player has shared it, so may everybody with the link, which nobody can guess: it is the game's own
address. The link works until all players have taken their shares back.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from game.models import Game, Share
from game.refusals import Refused

Viewer = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Sharing:
    """The sharing of a game, for one viewer.

    ``may``: whether the viewer played in the game and may share it. ``mine``: whether they do.
    ``others``: the names of other players who share it.
    """

    may: bool
    mine: bool
    others: tuple[str, ...]

    @property
    def shared(self) -> bool:
        return self.mine or bool(self.others)


def played(game: Game, user: Viewer) -> bool:
    """Whether this person played in the game, even if they left it."""
    if not user.is_authenticated:
        return False
    return game.players.filter(Q(user=user) | Q(left_user=user)).exists()


def may_see(game: Game, user: Viewer) -> bool:
    """Whether this person, signed in or not, may see a finished game."""
    return (
        bool(user.is_staff)
        or played(game, user)
        or watched(game, user)
        or brought_in(game, user)
        or _standing(game).exists()
    )


def visible_among(games: Collection[Game], user: User) -> set[str]:
    """The ids of those games that this person may see: ``may_see`` for a list."""
    ids = [game.pk for game in games]
    if user.is_staff:
        return set(ids)
    seen = Q(players__user=user) | Q(players__left_user=user) | Q(imports__user=user)
    seen |= Q(spectators__user=user)
    shared = Q(shares__user__is_active=True)
    return set(Game.objects.filter(seen | shared, pk__in=ids).values_list("pk", flat=True))


def watched(game: Game, user: Viewer) -> bool:
    """Whether this person watched a game to its end."""
    return user.is_authenticated and game.spectators.filter(user=user).exists()


def brought_in(game: Game, user: Viewer) -> bool:
    """Whether this person imported the game."""
    return user.is_authenticated and game.imports.filter(user=user).exists()


def share(game: Game, user: Viewer) -> None:
    """Let everybody with the link see this game. Refuses ``not_played game_running``."""
    _check_mine(game, user)
    if not game.is_over:
        raise Refused("game_running")
    Share.objects.get_or_create(game=game, user=user)


def unshare(game: Game, user: Viewer) -> None:
    """Take the person's share back, if there is one. Refuses ``not_played``."""
    _check_mine(game, user)
    Share.objects.filter(game=game, user=user).delete()


def sharing_of(game: Game, user: Viewer) -> Sharing:
    """The sharing of a game for a viewer who may see it."""
    sharers = set(_standing(game).values_list("user_id", flat=True))
    players = list(game.players.all())
    me = user.pk if user.is_authenticated else None
    return Sharing(
        may=me is not None and any(me in (each.user_id, each.left_user_id) for each in players),
        mine=me in sharers,
        others=tuple(
            each.name for each in players if (each.user_id or each.left_user_id) in sharers - {me}
        ),
    )


def _standing(game: Game) -> QuerySet[Share]:
    """The shares that count: those of deleted or suspended people do not."""
    return game.shares.filter(user__is_active=True)


def _check_mine(game: Game, user: Viewer) -> None:
    if not played(game, user):
        raise Refused("not_played")
