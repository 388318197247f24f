"""Series: games whose results count together (RULES.md, the ``series`` option)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .options import Rules
from .state import winner

Scores = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a series: won games and points of each team, and whether it is over.

    ``winner`` is the winning team. It is None before the end and after a draw.
    """

    games: int
    won: tuple[int, int]
    points: tuple[int, int]
    over: bool
    winner: int | None


def standing(rules: Rules, finished: Sequence[Scores]) -> Standing:
    """The standing after some games.

    ``finished`` has the scores of each game in the order of play.
    """
    winners = [winner(scores) for scores in finished]
    won = (winners.count(0), winners.count(1))
    points = (sum(scores[0] for scores in finished), sum(scores[1] for scores in finished))
    over = bool(finished) and _OVER[rules.series](rules, winners, won, points)
    decided_by = points if rules.series == "first_to" else won
    return Standing(len(finished), won, points, over, winner(decided_by) if over else None)


def next_dealer(rules: Rules, dealer: int) -> int:
    """The dealer of the next game of a series: the next seat clockwise."""
    return (dealer + 1) % rules.players


def _single(rules: Rules, winners: list[int | None], won: Scores, points: Scores) -> bool:
    return True


def _tie_break(rules: Rules, winners: list[int | None], won: Scores, points: Scores) -> bool:
    return winners[0] is not None or _best_of_three(rules, winners, won, points)


def _best_of_three(rules: Rules, winners: list[int | None], won: Scores, points: Scores) -> bool:
    return max(won) == 2 or len(winners) >= 3


def _first_to(rules: Rules, winners: list[int | None], won: Scores, points: Scores) -> bool:
    ahead = points[0] != points[1] and max(points) >= rules.series_points
    return ahead or len(winners) >= rules.series_points


_OVER = {
    "single": _single,
    "tie_break": _tie_break,
    "best_of_three": _best_of_three,
    "first_to": _first_to,
}
