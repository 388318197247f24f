"""The bars of a person's statistics. ``templates/history/_bars.html`` renders them.

The length of a bar is its number of games. A bar has a segment for each outcome with at least one
game. All lengths are whole numbers of games, so templates need no arithmetic and pages need no
inline styles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

from finished.history.statistics import Tally

#: At most this number of months get a bar. The table below the chart has all months.
MONTHS_SHOWN = 12
#: The outcomes that bars show, in the order of their segments.
ENDINGS = ("won", "lost", "drawn", "left")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of a bar.

    ``ending`` is one of ``ENDINGS``; ``start`` is the number of games before the segment.
    """

    ending: str
    start: int
    games: int


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a month or a preset, with the sums over its games."""

    name: date | str
    tally: Tally
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Months without games, which the chart shows as one line.

    ``first`` is the earliest of them.
    """

    first: date
    last: date
    months: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of bars.

    ``longest`` is the length of the longest bar; ``endings`` are the outcomes that the bars show.
    """

    lines: list[Bar | Gap]
    longest: int
    endings: list[str]


def games_by_month(months: Mapping[date, Tally]) -> Chart:
    """The chart of the latest months, newest first, with a line for each gap between them."""
    latest = dict(list(months.items())[-MONTHS_SHOWN:])
    lines, expected = list[Bar | Gap](), None
    for month, tally in latest.items():
        if expected and expected < month:
            last = _first_day(month - timedelta(days=1))
            lines.append(Gap(expected, last, _number(month) - _number(expected)))
        lines.append(_bar(month, tally))
        expected = _first_day(month + timedelta(days=31))
    return _chart(latest, lines[::-1])


def games_by_preset(presets: Mapping[str, Tally]) -> Chart:
    """The chart of presets in the given order. The keys are the names that pages show."""
    return _chart(presets, [_bar(name, tally) for name, tally in presets.items()])


def _chart(
    tallies: Mapping[date, Tally] | Mapping[str, Tally], lines: Sequence[Bar | Gap]
) -> Chart:
    found = [ending for ending in ENDINGS if any(getattr(t, ending) for t in tallies.values())]
    return Chart(list(lines), max(tally.games for tally in tallies.values()), found)


def _bar(name: date | str, tally: Tally) -> Bar:
    games = [getattr(tally, ending) for ending in ENDINGS]
    parts = zip(ENDINGS, accumulate(games, initial=0), games, strict=False)
    return Bar(name, tally, tuple(Segment(*part) for part in parts if part[2]))


def _first_day(day: date) -> date:
    return day.replace(day=1)


def _number(month: date) -> int:
    """The number of this month, counted from the year 0."""
    return month.year * 12 + month.month
