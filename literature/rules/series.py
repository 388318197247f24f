"""Series: games whose results count together (docs/rules.md, the ``series`` option)."""

from collections.abc import Sequence
from dataclasses import dataclass

from literature.rules.options import Rules
from literature.rules.state import winner

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
    games, decided_by = len(finished), won
    if rules.series == "first_to":
        ahead = points[0] != points[1] and max(points) >= rules.series_points
        over, decided_by = ahead or games >= rules.series_points, points
    elif rules.series == "single" or (rules.series == "tie_break" and winners[:1] != [None]):
        over = games > 0
    else:
        over = max(won) == 2 or games >= 3
    return Standing(games, won, points, over, winner(decided_by) if over else None)


def next_dealer(rules: Rules, dealer: int) -> int:
    """The dealer of the next game of a series: the next seat clockwise."""
    return (dealer + 1) % rules.players
