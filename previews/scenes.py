"""The pictures as SVG, from ``templates/pictures``. Each has only what everybody with its link may
see.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import cos, pi, sin
from typing import cast
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.avatars import avatar_slug
from finished.replay.replay import Replay
from game.presentation.end import headline
from game.presentation.lines import event_lines
from game.presentation.rendering import render_part
from game.presentation.rules_text import house_rules
from game.presentation.view_models import Card
from literature.rules.cards import parse_card
from puzzles.answers import RIGHT, WRONG
from puzzles.presentation import puzzle_view
from rooms.actions.seating import shown_seats
from rooms.models import Room

#: Texts of which the fonts have all characters: Latin, Greek, Cyrillic, and punctuation.
WRITABLE = re.compile(
    "[ -~\u00a0-\u017e\u0218-\u021b\u1ea0-\u1ef9\u0391-\u03a1\u03a3-\u03c9"
    "\u0401-\u044f\u0451-\u045f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u2212]*"
)


def about() -> str:
    """The game in one sentence."""
    return _("A card game for two teams: ask, remember, and claim whole sets.")


def site() -> str:
    """The game itself: for the home page, and for each page without a picture of its own."""
    cards = [Card.of(parse_card(each)) for each in ("AS", "KD", "9H", "QC", "RJ")]
    return draw("site", title=_("Who has the nine of hearts?"), about=about(), cards=cards)


def puzzle(number: int) -> str:
    """The question of a puzzle, without its answer."""
    asked = puzzle_view(number, solved=False, language=get_language())
    sought = cast(Card | None, asked["sought"])
    return draw(
        "puzzle",
        title=_("Puzzle %(number)d · %(level)s") % {"number": number, "level": asked["level"]},
        question=_spelt(str(asked["question"]), sought),
        sought=sought,
        players=asked["seats"],
    )


def puzzle_result(number: int, marks: str, streak: int) -> str:
    """How somebody answered a puzzle: the letters of their answers, but not the answers."""
    solved = _("Solved on the first try") if marks == RIGHT else _("Solved")
    days = ngettext("Streak: %(n)d day", "Streak: %(n)d days", streak) % {"n": streak}
    return draw(
        "puzzle_result",
        title=_("Puzzle %(number)d") % {"number": number},
        told=solved if RIGHT in marks else _("Can you solve it?"),
        marks=[each == RIGHT for each in marks if each in (RIGHT, WRONG)],
        streak=days if streak > 1 else "",
    )


def replay_at(replay: Replay, move: int) -> str:
    """A finished game after ``move`` moves: the move that led there, and the sets on the shelves.
    At the end it is the result.
    """
    # A name that the fonts can't write becomes the number of the seat.
    faces = [
        each if is_writable(each.name) else replace(each, name=_("Player %(n)d") % {"n": seat})
        for seat, each in enumerate(replay.faces(move), 1)
    ]
    line, title = None, headline(replay.game, None) if move else _("The cards are dealt.")
    if 0 < move < replay.last:
        final, made = replay.observation(replay.last, None), replay.log[move - 1 : move]
        (line,) = event_lines(final, made, faces, replay.helped)
        title = _spelt(line.question or line.sentence, line.card)
    shelves = replay.table(move, None).shelves
    return draw("game", line=line, title=title, players=faces, shelves=shelves)


def invitation() -> str:
    """The picture of every table whose host does not allow more, and of every unknown code."""
    return _table(_("Come and play"), _("A seat is waiting for you."), "++++++")


def lobby(room: Room) -> str:
    """The house rules of a table and its empty seats, without names."""
    seats = list(room.seats.all())
    taken = {seat.number for seat in seats}
    size = shown_seats(room.rules.players, room.seat_count, seats)
    drawn = "".join(" " if number in taken else "+" for number in range(size))
    free = drawn.count("+")
    told = ngettext("%(n)d empty seat", "%(n)d empty seats", free) % {"n": free}
    if room.game and not room.game.is_over:
        drawn, told = " " * len(seats), _("A game is on.")
    return _table(house_rules(room.preset, room.rules).title or _("Own rules"), told, drawn)


def draw(name: str, **shown: object) -> str:
    """Render the picture ``name`` with the values that it shows."""
    shown |= {"site": urlsplit(settings.SITE_URL).netloc, "svg": _svg, "avatar_slug": avatar_slug}
    return render_part(f"{name}.svg", shown)


def is_writable(name: str) -> bool:
    """Whether the fonts have all letters of a name."""
    return WRITABLE.fullmatch(name) is not None


def _table(title: str, told: str, seats: Sequence[str]) -> str:
    angles = [pi / 2 + 2 * pi * number / len(seats) for number in range(len(seats))]
    places = [(seat, cos(at), sin(at)) for seat, at in zip(seats, angles, strict=True)]
    return draw("table", title=title, told=told, seats=places)


def _spelt(sentence: str, shown: Card | None) -> str:
    """The sentence with the card's name in words, because the fonts have no suits."""
    return sentence.replace(shown.short, shown.name) if shown else sentence


def _svg(file: str, x: float, y: float, size: float, fill: str = "#000") -> SafeString:
    """One of our SVG files as a part of a picture. Only templates name files and colours."""
    place = f'<svg x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}"'
    return mark_safe(_text_of(file).replace("<svg", place, 1))


@cache
def _text_of(file: str) -> str:
    return (settings.BASE_DIR / "static" / f"{file}.svg").read_text()
