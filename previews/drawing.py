"""The parts of a picture as SVG: the page, texts, cards, faces and books."""

import re
from collections.abc import Sequence
from functools import cache
from textwrap import wrap
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.html import escape
from django.utils.translation import gettext as _

from accounts.avatars import avatar_slug
from game.presentation.view_models import Card, SetView

WIDTH, HEIGHT = 1200, 630

# The colours of the light theme in ``static/css/tokens.css`` and ``cards.css``; the table is a
# little darker.
TABLE, WOOD, OAK, LAMP = "#243d3a", "#7b5535", "#bf9163", "#ffdc94"
CREAM, GILT, INK = "#f8f1e3", "#f3dca6", "#231e19"
CARD_FACE, CARD_LINE = "#fffdf6", "#cfc0a5"
OK, WRONG = "#22643f", "#9b241b"
TEAMS = ("#9e3327", "#2a568a")
SUITS = {"C": "#1b6a40", "D": "#1f58a3", "H": "#b0241d", "S": "#1f1b18"}
SUITS |= {"RJ": SUITS["H"], "BJ": SUITS["S"]}
PIPS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "RJ": "joker", "BJ": "joker"}
CLOTHS = {
    "clubs": "#2a6448", "diamonds": "#2a568a", "hearts": "#9e3327", "spades": "#3a342f",
    "extra": "#6d4684", "rank": "#84550c",
}  # fmt: skip

#: Texts of which the fonts have all characters: Latin, Greek, Cyrillic, and punctuation.
WRITABLE = re.compile(
    "[ -~\u00a0-\u017e\u0218-\u021b\u1ea0-\u1ef9\u0391-\u03a1\u03a3-\u03c9"
    "\u0401-\u044f\u0451-\u045f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u2212]*"
)
#: The width of a letter of the bold font, on average, as a part of the size.
LETTER = 0.53


def page(*parts: str) -> str:
    """A whole picture: the parts on a table under a lamp, with the name of the site."""
    site = urlsplit(settings.SITE_URL).netloc
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        '<defs><radialGradient id="lamp" cx="50%" cy="-15%" r="105%">'
        f'<stop stop-color="{LAMP}" stop-opacity=".55"/>'
        f'<stop offset=".5" stop-color="{LAMP}" stop-opacity=".12"/>'
        f'<stop offset="1" stop-color="{LAMP}" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{TABLE}"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#lamp)"/>'
        f'<rect y="{HEIGHT - 20}" width="{WIDTH}" height="20" fill="{WOOD}"/>'
        + _file("img/icon", 60, 40, 64, 64)
        + text(142, 85, 36, _("Literature"), fill=GILT)
        + text(WIDTH - 60, 85, 28, site, fill=GILT, weight=400, anchor="end")
        + "".join(parts)
        + "</svg>"
    )


def text(
    x: float,
    y: float,
    size: float,
    content: str,
    *,
    fill: str = CREAM,
    weight: int = 700,
    anchor: str = "start",
    width: float = WIDTH,
) -> str:
    """A line of text. It gets smaller if it would be wider than ``width``."""
    size = min(size, width / (LETTER * max(len(content), 1)))
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="Literata" font-size="{size:.1f}"'
        f' font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">{escape(content)}</text>'
    )


def lines(x: float, y: float, size: int, content: str, *, width: float, **more: object) -> str:
    """A text in lines of at most ``width``."""
    parts = wrap(content, int(width / (LETTER * size)))
    return "".join(
        text(x, y + row * size * 1.25, size, line, **more)  # type: ignore[arg-type]
        for row, line in enumerate(parts)
    )


def writable(name: str, instead: str) -> str:
    """The name, or ``instead`` if the fonts do not have all its letters."""
    return name if WRITABLE.fullmatch(name) else instead


@cache
def _shapes(file: str) -> tuple[str, str]:
    """The view box of one of our SVG files, and its shapes."""
    svg = (settings.BASE_DIR / "static" / f"{file}.svg").read_text()
    found = re.fullmatch(r'<svg [^>]*viewBox="([^"]*)"[^>]*>(.*)</svg>\s*', svg, re.DOTALL)
    assert found, file
    return found[1], found[2]


def _file(file: str, x: float, y: float, width: float, height: float, fill: str = "#000") -> str:
    box, shapes = _shapes(file)
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' viewBox="{box}" fill="{fill}">{shapes}</svg>'
    )


def card(shown: Card | None, x: float, y: float, width: float, turn: float = 0) -> str:
    """A card, turned around its middle by ``turn`` degrees; None is the back of a card."""
    w, h = width, width * 1.4
    edge = f'width="{w:.0f}" height="{h:.0f}" rx="{w * 0.1:.0f}"'
    drawn = f'<rect x="4" y="6" {edge} fill="#000" opacity=".3"/>'
    if shown is None:
        drawn += (
            f'<rect {edge} fill="#84550c" stroke="{CARD_LINE}" stroke-width="2"/>'
            f'<rect x="{w * 0.08:.0f}" y="{w * 0.08:.0f}" width="{w * 0.84:.0f}"'
            f' height="{h - w * 0.16:.0f}" rx="{w * 0.05:.0f}" fill="none" stroke="{GILT}"'
            ' stroke-width="3"/>' + text(w / 2, h * 0.62, w * 0.7, "?", fill=GILT, anchor="middle")
        )
    else:
        pip, colour = f"cards/{PIPS[shown.suit]}", SUITS[shown.suit]
        drawn += f'<rect {edge} fill="{CARD_FACE}" stroke="{CARD_LINE}" stroke-width="2"/>'
        if shown.suit in ("RJ", "BJ"):
            drawn += text(w / 2, w * 0.3, w * 0.22, shown.rank, fill=colour, anchor="middle")
            drawn += _file(pip, w * 0.15, w * 0.5, w * 0.7, w * 0.7, colour)
        else:
            drawn += text(w * 0.09, w * 0.43, w * 0.46, shown.rank, fill=colour)
            drawn += _file(pip, w * 0.1, w * 0.5, w * 0.28, w * 0.28, colour)
            drawn += _file(pip, w * 0.42, w * 0.82, w * 0.5, w * 0.5, colour)
    turned = f"rotate({turn} {w / 2:.0f} {h / 2:.0f})"
    return f'<g transform="translate({x:.0f} {y:.0f}) {turned}">{drawn}</g>'


def fan(cards: Sequence[Card | None], x: float, y: float, width: float) -> str:
    """Cards in a fan around the point ``x``, ``y``. The last card is on top."""
    drawn = ""
    for place, each in enumerate(cards):
        off = place - (len(cards) - 1) / 2
        left, top = x + (off - 1) * width / 2, y - width * 0.7 + off * off * 9
        drawn += card(each, left, top, width, off * 9)
    return drawn


def face(avatar: str, name: str, team: int, x: float, y: float, size: float) -> str:
    """A player in the shape and colour of the team, and the name."""
    clip, half = f"at{x:.0f}-{y:.0f}", size / 2
    edge = _shape(team, x, y, size)
    return (
        f'<clipPath id="{clip}"><rect {edge}/></clipPath><g clip-path="url(#{clip})">'
        + _file(f"avatars/{avatar_slug(avatar)}", x - half, y - half, size, size)
        + f'</g><rect {edge} fill="none" stroke="{CREAM}" stroke-width="9"/>'
        f'<rect {edge} fill="none" stroke="{TEAMS[team]}" stroke-width="6"/>'
        + text(
            x, y + half + size * 0.3, max(26, size * 0.2), name, anchor="middle", width=size * 1.6
        )
    )


def token(team: int, x: float, y: float, size: float, content: str) -> str:
    """A score or a seat in the shape and colour of a team. A plus is an empty seat."""
    dashed = ' fill-opacity=".25" stroke-dasharray="9 8"' if content == "+" else ""
    return (
        f'<rect {_shape(team, x, y, size)} fill="{TEAMS[team]}" stroke="{CREAM}" stroke-width="4"'
        f"{dashed}/>" + text(x, y + size * 0.2, size * 0.6, content, anchor="middle")
    )


def _shape(team: int, x: float, y: float, size: float) -> str:
    """The place and corners of a rectangle: a square for the red team, a circle for the blue."""
    return (
        f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
        f' rx="{size * (0.5 if team else 0.18):.1f}"'
    )


def mark(good: bool, x: float, y: float, size: float) -> str:
    """A tick or a cross on a round token."""
    path = "M-5 0.5 L-1.5 4 L5.5 -4" if good else "M-4 -4 L4 4 M4 -4 L-4 4"
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({size / 20:.2f})">'
        f'<circle r="10" fill="{OK if good else WRONG}" stroke="{CREAM}"/>'
        f'<path d="{path}" fill="none" stroke="{CREAM}" stroke-width="2.6" stroke-linecap="round"'
        ' stroke-linejoin="round"/></g>'
    )


def shelf(sets: Sequence[SetView], x: float, y: float, size: float = 1) -> str:
    """Claimed sets as books that stand on a board; ``y`` is the top of the board."""
    drawn = ""
    for place, each in enumerate(sets):
        w, h = 46 * size, (120, 132, 114)[place % 3] * size
        left, top, cloth = x + place * (w + 4), y - h, CLOTHS[each.cloth]
        pip = {"extra": "joker", "rank": ""}.get(each.cloth, each.cloth)
        drawn += (
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{w:.0f}" height="{h:.0f}" rx="4"'
            f' fill="{cloth}" stroke="#000" stroke-opacity=".35"/>'
            f'<rect x="{left + 4:.0f}" y="{top:.0f}" width="5" height="{h:.0f}" fill="#fff"'
            ' opacity=".16"/>'
            f'<path d="M{left:.0f} {top + 8:.0f}h{w:.0f}M{left:.0f} {y - 8:.0f}h{w:.0f}"'
            f' stroke="{GILT}" stroke-width="2"/>'
            + text(
                left + w / 2, top + 40 * size, 24 * size, each.span.rstrip("★"), fill=GILT,
                anchor="middle", width=w * 0.9,
            )
        )  # fmt: skip
        if pip:
            drawn += _file(f"cards/{pip}", left + w * 0.25, y - w, w * 0.5, w * 0.5, GILT)
    return drawn
