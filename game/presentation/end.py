"""The end of a game: the winner, the score, and the figures of one player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.models import Game
from game.presentation.move_text import team_name
from game.presentation.view_models import TableView
from literature.rules.moves import CORRECT, Asked, Claimed, Event
from literature.rules.state import winner


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a person's own moves. ``run`` is the longest run of hits."""

    asks: int
    hits: int
    right: int
    wrong: int
    run: int


def end_lines(game: Game, table: TableView) -> list[str]:
    """Sentences about a finished game: its length, and why it was over."""
    said = {"moves": ngettext("%(n)d move", "%(n)d moves", game.version) % {"n": game.version}}
    if game.finished_at and (game.finished_at - game.started_at).total_seconds() >= 60:
        said["time"] = timesince(game.started_at, game.finished_at, depth=1)
    lines = [(_("%(moves)s in %(time)s.") if "time" in said else _("%(moves)s.")) % said]
    if table.winner is not None and any(each.in_play for each in table.sets):
        reason = _("%(team)s has more than half of the points, so the game is over.")
        lines.append(reason % {"team": table.winner_name})
    return lines


def headline(game: Game, team: int | None) -> str:
    """The outcome as a headline.

    It addresses a player of ``team``, or a spectator if ``team`` is None.
    """
    if game.status != game.Status.FINISHED:
        return _("The game has no result.")
    won, better, worse = winner(game.scores), max(game.scores), min(game.scores)
    if won is None:
        return _("A draw %(score)s") % {"score": score_text(better, worse)}
    if team is None:
        said = {"team": team_name(won), "score": score_text(better, worse)}
        return _("%(team)s won %(score)s") % said
    if won == team:
        return _("You won %(score)s") % {"score": score_text(better, worse)}
    return _("You lost %(score)s") % {"score": score_text(worse, better)}


def figures(log: Sequence[Event], helped: Mapping[int, str], seat: int) -> Figures:
    """The figures of the person at ``seat``.

    The moves in ``helped`` do not count, because others made them.
    """
    own = [each for each in log if each.seat == seat and each.number not in helped]
    hits = [each.hit for each in own if isinstance(each, Asked)]
    right = [each.outcome == CORRECT for each in own if isinstance(each, Claimed)]
    run = longest = 0
    for hit in hits:
        run = run + 1 if hit else 0
        longest = max(longest, run)
    return Figures(len(hits), sum(hits), sum(right), len(right) - sum(right), longest)


def score_text(first: int, second: int) -> str:
    """The score with a dash, or with "to" if a number is negative, because a dash before a minus is
    hard to read.
    """
    if min(first, second) >= 0:
        return f"{first}\N{EN DASH}{second}"
    numbers = [str(points).replace("-", "\N{MINUS SIGN}") for points in (first, second)]
    return _("%(first)s to %(second)s") % dict(zip(("first", "second"), numbers, strict=True))
