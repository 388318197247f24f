"""The charts of a person's statistics: bars of games (``templates/history/_bars.html``), and the
trend of a rate over the latest games (``templates/history/_trend.html``).

All lengths are whole numbers of games or percent, so templates need no arithmetic but sums, and
pages need no inline styles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from finished.history.statistics import TREND_WINDOW, Tally

#: At most this number of months get a bar. The table below the chart has all months.
MONTHS_SHOWN = 12

#: The bar of a month or a preset: its name, nothing, and the sums over its games. Or months without
#: games, which share a line: the first of them, the last, and nothing.
Line = tuple[date | str, date | None, Tally | None]


#: A goal is the next multiple of this percentage above the rate of all games.
GOAL_STEP = 5


@dataclass(frozen=True, slots=True)
class Trend:
    """The trend of a rate. ``kind`` is the name of its colour.

    - ``overall``, ``latest``: the rate in all games, and in the latest games; None without any try.
    - ``goal``: the rate to reach in the latest games.
    - ``points``: the points of a line in an SVG of ``width`` by 100. Each is the rate of the games
      up to one game.
    """

    kind: str
    overall: int | None
    latest: int | None
    goal: int
    width: int
    points: str

    @property
    def goal_line(self) -> int:
        """The height of the goal in the SVG, from above."""
        return 100 - self.goal

    @property
    def is_reached(self) -> bool:
        """Whether the latest games reach the goal."""
        return self.latest is not None and self.latest >= self.goal


def trends(total: Tally, latest: Sequence[Tally]) -> list[Trend]:
    """The trends of correct claims and of hits. ``latest`` has the latest games, oldest first."""
    windows = [latest[max(0, end - TREND_WINDOW) : end] for end in range(1, len(latest) + 1)]
    # With few games the line begins with the first game, otherwise with ten games.
    first = TREND_WINDOW - 1 if len(windows) > TREND_WINDOW else 0
    sums = [sum(window, Tally()) for window in windows[first:]]
    return [
        _trend("claims", total.claim_rate, [each.claim_rate for each in sums]),
        _trend("hits", total.hit_rate, [each.hit_rate for each in sums]),
    ]


def _trend(kind: str, overall: int | None, rates: Sequence[int | None]) -> Trend:
    points = (f"{x},{100 - rate}" for x, rate in enumerate(rates) if rate is not None)
    goal = min(100, (overall or 0) // GOAL_STEP * GOAL_STEP + GOAL_STEP)
    return Trend(kind, overall, rates[-1], goal, len(rates) - 1, " ".join(points))


def games_by_month(months: Mapping[date, Tally]) -> dict[str, object]:
    """The chart of the latest months, newest first, with a line for each gap between them."""
    lines, expected = list[Line](), None
    for month, tally in list(months.items())[-MONTHS_SHOWN:]:
        if expected and expected < month:
            lines.append((expected, (month - timedelta(days=1)).replace(day=1), None))
        lines.append((month, None, tally))
        expected = (month + timedelta(days=31)).replace(day=1)
    return _chart(lines[::-1])


def games_by_preset(presets: Mapping[str, Tally]) -> dict[str, object]:
    """The chart of presets in the given order. The keys are the names that pages show."""
    return _chart([(name, None, tally) for name, tally in presets.items()])


def _chart(lines: Sequence[Line]) -> dict[str, object]:
    """A chart: its lines, the length of the longest bar, and the sums over all bars."""
    tallies = [tally for _name, _last, tally in lines if tally]
    longest = max(tally.games for tally in tallies)
    return {"lines": lines, "longest": longest, "total": sum(tallies, Tally())}
