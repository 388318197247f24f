"""The charts of a person's statistics: bars of games. ``templates/history/_bars.html`` draws them.

The length of a bar is its number of games. All lengths are whole numbers of games, so templates
need no arithmetic but sums, and pages need no inline styles.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from finished.history.statistics import Tally

#: At most this number of months get a bar. The table below the chart has all months.
MONTHS_SHOWN = 12

#: The bar of a month or a preset: its name, nothing, and the sums over its games. Or months without
#: games, which share a line: the first of them, the last, and nothing.
Line = tuple[date | str, date | None, Tally | None]


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
