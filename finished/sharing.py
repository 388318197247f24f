"""Lets a player share a finished game by its link, and withdraw the share.

The link is the game's own address, which nobody can guess. It works for
everybody while at least one active player shares the game.
"""

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from finished.access import Viewer, played
from game.models import Game, Share
from game.refusals import Refused


def share(game: Game, user: Viewer) -> None:
    """Let everybody with the link see this game.

    Raise ``Refused`` with ``not_played`` or ``game_running``.
    """
    if not played(game, user):
        raise Refused("not_played")
    if not game.is_over:
        raise Refused("game_running")
    Share.objects.get_or_create(game=game, user=user)


def unshare(game: Game, user: Viewer) -> None:
    """Withdraw the person's share, if there is one. Raise ``Refused`` with ``not_played``."""
    if not played(game, user):
        raise Refused("not_played")
    Share.objects.filter(game=game, user_id=user.pk or 0).delete()


def sharing_of(game: Game, user: Viewer) -> dict[str, object]:
    """The sharing of a game, for a viewer who may see the game.

    - ``may``: whether the viewer played in the game, and so may share it.
    - ``mine``: whether the viewer shares it. ``shared``: whether anybody does.
    - ``others``: the names of other players who share it.
    """
    # Shares of suspended people do not count.
    sharers = set(game.shares.filter(user__is_active=True).values_list("user_id", flat=True))
    players = list(game.players.all())
    me = user.pk if user.is_authenticated else None
    others = [
        each.name for each in players if (each.user_id or each.left_user_id) in sharers - {me}
    ]
    return {
        "may": me is not None and any(me in (each.user_id, each.left_user_id) for each in players),
        "mine": me in sharers,
        "shared": me in sharers or bool(others),
        "others": get_text_list(others, _("and")),
    }
