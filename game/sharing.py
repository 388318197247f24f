"""Who may see a game that is over: those who played it, watched it to its end, or brought its
record in, whoever has its link once a player has shared it, and staff. The link is the game's own
address, which nobody can guess.

Each player shares for themselves and takes back only their own word: the game can be seen by its
link for as long as one of them lets it.
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
    """What the page of a game says about its link to somebody who looks at it.

    ``may``: whether it is theirs to share; ``mine``: they have; ``others``: so have these people,
    by the names that they played under.
    """

    may: bool
    mine: bool
    others: tuple[str, ...]

    @property
    def shared(self) -> bool:
        return self.mine or bool(self.others)


def played(game: Game, user: Viewer) -> bool:
    """Whether this person played in a game, also when they left it before its end."""
    if not user.is_authenticated:
        return False
    return game.players.filter(Q(user=user) | Q(left_user=user)).exists()


def may_see(game: Game, user: Viewer) -> bool:
    """Whether this person, signed in or not, may look at a game once it is over."""
    return (
        bool(user.is_staff)
        or played(game, user)
        or watched(game, user)
        or brought_in(game, user)
        or _standing(game).exists()
    )


def visible_among(games: Collection[Game], user: User) -> set[str]:
    """The ids of those of these games that this person may see; as ``may_see``, for a list."""
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
    """Whether this person has brought a game's record in."""
    return user.is_authenticated and game.imports.filter(user=user).exists()


def share(game: Game, user: Viewer) -> None:
    """Let whoever has the link see this game. Refuses ``not_played game_running``."""
    _check_mine(game, user)
    if not game.is_over:
        raise Refused("game_running")
    Share.objects.get_or_create(game=game, user=user)


def unshare(game: Game, user: Viewer) -> None:
    """Take that back; nothing happens if it was never said. Refuses ``not_played``."""
    _check_mine(game, user)
    Share.objects.filter(game=game, user=user).delete()


def sharing_of(game: Game, user: Viewer) -> Sharing:
    """How a game is shared, for somebody who may see it."""
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
    """The shares that count: a person who is gone, or suspended, shows nothing to anybody."""
    return game.shares.filter(user__is_active=True)


def _check_mine(game: Game, user: Viewer) -> None:
    if not played(game, user):
        raise Refused("not_played")
