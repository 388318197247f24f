"""A finished game as one row of a list: its players, its outcome, and the viewer's result."""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.models import Game, Player, PlayerResult
from game.presentation.move_text import team_name
from game.presentation.rules_text import preset_name
from literature.rules.state import winner

#: A game that took longer was probably interrupted, for example overnight, so the list does not
#: show its duration.
_ONE_SITTING = timedelta(hours=6)


def with_players(games: Iterable[Game]) -> None:
    """Prefetch the players of these games."""
    players: QuerySet[Player] = Player.objects.order_by("seat")
    prefetch_related_objects(list(games), Prefetch("players", queryset=players))


def rows_of_results(results: Collection[PlayerResult]) -> list[dict[str, object]]:
    """The rows of a person's own results. One query reads the players of all games."""
    with_players(result.game for result in results)
    return [row_of(result.game, result, may_see=True) for result in results]


def row_of(game: Game, own: PlayerResult | None, *, may_see: bool) -> dict[str, object]:
    """The row of one game for ``templates/history/_row.html``. ``own`` is the viewer's result; None
    if the viewer did not play. The players must have been prefetched.

    ``headline`` is the viewer's outcome if they played, otherwise the outcome for the teams.
    ``length`` has the moves, and the minutes if the game was not interrupted. In ``sides`` the
    viewer's team comes first.
    """
    own_first = (1, 0) if own and own.team == 1 else (0, 1)
    length = ngettext("%(n)d move", "%(n)d moves", game.version) % {"n": game.version}
    took = game.finished_at - game.started_at if game.finished_at else _ONE_SITTING
    if took < _ONE_SITTING:
        minutes = max(1, round(took.total_seconds() / 60))
        in_words = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
        length = _("%(moves)s, %(minutes)s") % {"moves": length, "minutes": in_words}
    if game.status == Game.Status.ABANDONED:
        headline = _("Not finished")
    elif own:
        headline = capfirst(own.get_result_display())
    else:
        team = winner(game.scores)
        headline = _("A draw") if team is None else _("%(team)s won") % {"team": team_name(team)}
    return {
        "game": game,
        "own": own,
        "ended_at": own.ended_at if own else game.finished_at or game.started_at,
        "headline": headline,
        "preset": preset_name(game.preset),
        "length": length,
        "sides": [_side(game, team, own) for team in own_first],
        "may_see": may_see,
    }


def _side(game: Game, team: int, own: PlayerResult | None) -> dict[str, object]:
    """A team of a game. ``person`` is the user id for a link that filters by this person; None for
    a bot, the viewer, and a deleted account, and for everybody if the viewer did not play.
    """
    players = []
    for each in game.players.all():
        if each.seat % 2 == team:
            person = each.user_id or each.left_user_id
            others = own is not None and person != own.user_id
            # If a person left, the list shows this person, and not the bot that took over.
            is_bot = bool(each.bot) and not each.was_left
            shown = {"name": each.name, "avatar": each.avatar, "is_bot": is_bot}
            players.append(shown | {"person": person if others else None})
    return {
        "team": team,
        "name": team_name(team),
        "score": game.scores[team],
        "players": players,
        "mine": own is not None and own.team == team,
    }
