"""What the bars of somebody's statistics are made of; ``templates/history/_bars.html`` draws them.

A bar is as long as games were played, and has a segment for each way in which they ended. All
lengths are whole games, so that a template needs no sums and a page no styles of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

from game.history.statistics import Tally

#: At most so many months with games have a bar; the table has all of them.
MONTHS_SHOWN = 12
#: The ways in which a game ends, in the order of a bar's segments.
ENDINGS = ("won", "lost", "drawn", "left")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar: ``ending`` is one of ``ENDINGS``, ``start`` is where it begins."""

    ending: str
    start: int
    games: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A month, or house rules, and the games of it."""

    name: date | str
    tally: Tally
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Months without games that stand as one line; ``first`` is the earlier."""

    first: date
    last: date
    months: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars below each other; ``longest`` is the games of the longest, ``endings`` what occurs."""

    lines: list[Bar | Gap]
    longest: int
    endings: list[str]


def games_by_month(months: Mapping[date, Tally]) -> Chart:
    """The latest months with games, the newest first, and what lies between them."""
    latest = dict(list(months.items())[-MONTHS_SHOWN:])
    return _chart(latest, list(_with_gaps(latest))[::-1])


def games_by_preset(presets: Mapping[str, Tally]) -> Chart:
    """House rules by the names to show, in their order."""
    return _chart(presets, [_bar(name, tally) for name, tally in presets.items()])


def _chart(
    tallies: Mapping[date, Tally] | Mapping[str, Tally], lines: Sequence[Bar | Gap]
) -> Chart:
    found = [ending for ending in ENDINGS if any(getattr(t, ending) for t in tallies.values())]
    return Chart(list(lines), max(tally.games for tally in tallies.values()), found)


def _with_gaps(months: Mapping[date, Tally]) -> Iterator[Bar | Gap]:
    expected = None
    for month, tally in months.items():
        if expected and expected < month:
            last = _first_day(month - timedelta(days=1))
            yield Gap(expected, last, _number(month) - _number(expected))
        yield _bar(month, tally)
        expected = _first_day(month + timedelta(days=31))


def _bar(name: date | str, tally: Tally) -> Bar:
    games = [getattr(tally, ending) for ending in ENDINGS]
    parts = zip(ENDINGS, accumulate(games, initial=0), games, strict=False)
    return Bar(name, tally, tuple(Segment(*part) for part in parts if part[2]))


def _first_day(day: date) -> date:
    return day.replace(day=1)


def _number(month: date) -> int:
    """Months since the year 0."""
    return month.year * 12 + month.month
