"""Charts of somebody's statistics, as SVG made on the server.

pygal lays them out. Its own colours, styles and scripts are taken off, which the content security
policy would not let in: they are coloured by ``static/css/history.css``. The same figures stand in
a table beside each chart, so that to a screen reader it is a picture with a name.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import count
from typing import Any
from xml.etree import ElementTree as ET

import pygal
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from pygal.graph.graph import Graph
from pygal.style import Style

from game.history.statistics import Tally

# It hooks into all imports for the sake of maps, which are not used here, in a way that Python has
# given up and that pytest stumbles over.
sys.meta_path[:] = [
    finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)
]

#: At most and at least so many months stand side by side; the table has all that were played in.
MONTHS_SHOWN = 12
LEAST_MONTHS = 6

_SVG = "{http://www.w3.org/2000/svg}"
_LETTERS = 15
_SIZE = {
    "width": 400,
    "height": 250,
    "margin": 6,
    "margin_bottom": 16,
    "css": (),
    "js": (),
    "legend_at_bottom": True,
    "legend_box_size": 13,
    "truncate_label": -1,
    "truncate_legend": -1,
    # How wide letters are is all that the layout needs to know of the style.
    "style": Style(
        label_font_size=_LETTERS, major_label_font_size=_LETTERS, legend_font_size=_LETTERS
    ),
}


def games_by_month(months: Mapping[date, Tally]) -> SafeString:
    """Bars of the games of the latest months, by how they ended."""
    shown = _latest(months)
    chart = pygal.StackedBar(**_SIZE, **_months(shown))
    chart.y_labels = _counts(shown.values())
    for label, values in _endings(list(shown.values())):
        chart.add(label, values)
    return _drawn(chart, _("Games by month, and how they ended"))


def rates_by_month(months: Mapping[date, Tally]) -> SafeString | None:
    """Lines of the hit rate and of the share of right claims over the latest months.

    A line without a point is left out; None if none is left.
    """
    shown = _latest(months)
    rates = {
        _("Asks that hit"): [each.hit_rate for each in shown.values()],
        _("Right claims"): [each.claim_rate for each in shown.values()],
    }
    lines = {label: values for label, values in rates.items() if set(values) != {None}}
    if not lines:
        return None
    chart = pygal.Line(**_SIZE, **_months(shown), range=(0, 100), dots_size=4)
    chart.value_formatter = _percent
    chart.y_labels = [0, 25, 50, 75, 100]
    for label, values in lines.items():
        chart.add(label, values)
    return _drawn(chart, _("Asks that hit and right claims by month, in percent"))


def games_by_preset(presets: Mapping[str, Tally]) -> SafeString:
    """Bars of the games by house rules, by how they ended. Keys are the names to show."""
    size = _SIZE | {"height": 100 + 34 * len(presets)}
    chart = pygal.HorizontalStackedBar(**size)
    # Drawn from the bottom up.
    names = list(presets)[::-1]
    chart.x_labels = names
    chart.y_labels = _counts(presets.values())
    for label, values in _endings([presets[name] for name in names]):
        chart.add(label, values)
    return _drawn(chart, _("Games by house rules, and how they ended"))


def _latest(months: Mapping[date, Tally]) -> dict[date, Tally]:
    """The latest months, and empty ones before them where they are few: a bar is not a wall."""
    shown = dict(list(months.items())[-MONTHS_SHOWN:])
    while len(shown) < LEAST_MONTHS:
        before = next(iter(shown)) - timedelta(days=1)
        shown = {before.replace(day=1): Tally()} | shown
    return shown


def _months(months: Mapping[date, Tally]) -> dict[str, Any]:
    """The months along the chart; where they are many, every other is named."""
    return {
        "x_labels": [date_format(month, "M") for month in months],
        "x_labels_major_every": 1 if len(months) <= 6 else 2,
        "show_minor_x_labels": False,
    }


def _counts(tallies: Collection[Tally]) -> list[int]:
    """What stands at the side of bars: whole games, in at most five steps."""
    most = max(tally.games for tally in tallies)
    step = next(step for step in _steps() if step * 5 >= most)
    return list(range(0, most + step, step))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def _endings(tallies: Sequence[Tally]) -> list[tuple[str, list[int]]]:
    """A series for each way to end a game; left out if no game ended so, but for the first two."""
    series = [
        (_("Won"), [each.won for each in tallies]),
        (_("Lost"), [each.lost for each in tallies]),
        (_("Drawn"), [each.drawn for each in tallies]),
        (_("Left early"), [each.left for each in tallies]),
    ]
    return [(label, values) for at, (label, values) in enumerate(series) if at < 2 or any(values)]


def _percent(value: float) -> str:
    return f"{value:.0f} %"


def _drawn(chart: Graph, title: str) -> SafeString:
    """The chart as SVG for a page: nothing in it but shapes, letters and classes."""
    chart.title = None
    series = len(chart.raw_series)
    chart.config.legend_at_bottom_columns = series if series < 4 else 2
    root = chart.render_tree()
    for parent in list(root.iter()):
        parent.attrib.pop("style", None)
        said = [parent.find(f"{_SVG}desc[@class='{name}']") for name in ("x_label", "value")]
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.removeprefix(_SVG) in _NOT_OURS:
                parent.remove(child)
        if None not in said:
            # What a mouse is shown at a bar or a dot.
            ET.SubElement(parent, f"{_SVG}title").text = ": ".join(each.text for each in said)
    root.attrib.pop("id", None)
    root.attrib |= {"role": "img", "aria-label": title, "class": "chart"}
    # pygal escapes what it is given; there is no other text in it.
    return mark_safe(ET.tostring(root, encoding="unicode"))


#: ``desc`` is what pygal's script reads, and ``title`` is a number without its label.
_NOT_OURS = {"defs", "style", "script", "desc", "title"}
