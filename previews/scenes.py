"""The pictures as SVG. Each has only what everybody with its link may see."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import cast

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from finished.replay.replay import Replay
from game.presentation.end import headline
from game.presentation.lines import event_lines
from game.presentation.rules_text import house_rules
from game.presentation.view_models import Card, Face, Line
from literature.rules.cards import parse_card
from previews import drawing as draw
from puzzles.answers import RIGHT, WRONG
from puzzles.presentation import PuzzleSeat, puzzle_view
from rooms.actions.seating import shown_seats
from rooms.models import Room

MIDDLE, BOARD = draw.WIDTH / 2, draw.HEIGHT - 20


def about() -> str:
    """The game in one sentence."""
    return _("A card game for two teams: ask, remember, and claim whole sets.")


def site() -> str:
    """The game itself: for the home page, and for each page without a picture of its own."""
    cards = [Card.of(parse_card(each)) for each in ("AS", "KD", "9H", "QC", "RJ")]
    return draw.page(
        draw.lines(60, 230, 80, _("Who has the nine of hearts?"), width=600),
        draw.lines(60, 510, 34, about(), width=600, fill=draw.GILT, weight=400),
        draw.fan(cards, 895, 335, 180),
    )


def puzzle(number: int) -> str:
    """The question of a puzzle, without its answer."""
    asked = puzzle_view(number, solved=False, language=get_language())
    head = _("Puzzle %(number)d · %(level)s") % {"number": number, "level": asked["level"]}
    question, sought = str(asked["question"]), cast(Card | None, asked["sought"])
    people = [(each.avatar, each.name) for each in cast(list[PuzzleSeat], asked["seats"])]
    return draw.page(
        draw.text(60, 190, 40, head, fill=draw.GILT),
        draw.lines(60, 275, 72, _spelt(question, sought), width=680),
        draw.fan([None, None, sought], 940, 275, 200),
        _row(people, 500, 88),
    )


def puzzle_result(number: int, marks: str, streak: int) -> str:
    """How somebody answered a puzzle: the letters of their answers, but not the answers."""
    tokens = "".join(
        draw.mark(each == RIGHT, 110 + place * 120, 465, 100)
        for place, each in enumerate(marks)
        if each in (RIGHT, WRONG)
    )
    solved = _("Solved on the first try") if marks == RIGHT else _("Solved")
    days = ngettext("Streak: %(n)d day", "Streak: %(n)d days", streak) % {"n": streak}
    return draw.page(
        draw.text(60, 190, 40, _("Puzzle %(number)d") % {"number": number}, fill=draw.GILT),
        draw.lines(60, 285, 80, solved if RIGHT in marks else _("Can you solve it?"), width=560),
        tokens,
        draw.text(60, 575, 40, days, fill=draw.GILT, weight=400) if streak > 1 else "",
        draw.fan([None] * 5, 910, 340, 165),
    )


def replay_at(replay: Replay, move: int) -> str:
    """A finished game after ``move`` moves: the move that led there, and the sets on the shelves.
    At the end it is the result.
    """
    # A name that the fonts can't write becomes the number of the seat.
    faces = [
        replace(each, name=draw.writable(each.name, _("Player %(n)d") % {"n": seat}))
        for seat, each in enumerate(replay.faces(move), 1)
    ]
    if 0 < move < replay.last:
        final, made = replay.observation(replay.last, None), replay.log[move - 1 : move]
        drawn = _move(event_lines(final, made, faces, replay.helped)[0], faces)
    else:
        head = headline(replay.game, None) if move else _("The cards are dealt.")
        drawn = draw.text(MIDDLE, 190, 84, head, anchor="middle", width=1080)
        drawn += _row([(each.avatar, each.name) for each in faces], 300, 110)
    for side in replay.table(move, None).shelves:
        size = min(1.0, 8 / max(len(side.sets), 1))
        x, books = draw.WIDTH - 70 if side.team else 70, len(side.sets) * 50 * size
        drawn += draw.token(side.team, x, BOARD - 60, 80, str(side.score))
        drawn += draw.shelf(side.sets, x - 60 - books if side.team else x + 60, BOARD, size)
    return draw.page(drawn)


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


def _table(title: str, told: str, seats: str) -> str:
    """A round table. ``seats`` has a letter for each seat: a plus is an empty seat."""
    drawn = f'<ellipse cx="900" cy="342" rx="170" ry="110" fill="{draw.OAK}"/>'
    for number, seat in enumerate(seats):
        angle = pi / 2 + 2 * pi * number / len(seats)
        drawn += draw.token(number % 2, 900 + 235 * cos(angle), 342 + 185 * sin(angle), 76, seat)
    return draw.page(
        draw.text(60, 190, 40, told, fill=draw.GILT, width=560),
        draw.lines(60, 280, 76, title, width=560),
        drawn,
        draw.fan([None] * 3, 900, 335, 62),
    )


def _spelt(sentence: str, shown: Card | None) -> str:
    """The sentence with the card's name in words, because the fonts have no suits."""
    return sentence.replace(shown.short, shown.name) if shown else sentence


def _row(people: Sequence[tuple[str, str]], y: float, size: float) -> str:
    step = min(200, (draw.WIDTH - 80) / len(people))
    left = MIDDLE - step * (len(people) - 1) / 2
    return "".join(
        draw.face(avatar, name, seat % 2, left + seat * step, y, min(size, step * 0.8))
        for seat, (avatar, name) in enumerate(people)
    )


def _move(line: Line, faces: Sequence[Face]) -> str:
    """A move: its player and the other player with the card between them, or the claimed cards."""
    drawn, claimed = "", line.claim.cards if line.claim else ()
    for seat, x in ((line.seat, 250), (line.other, 950)):
        if seat is not None:
            drawn += draw.face(faces[seat].avatar, faces[seat].name, seat % 2, x, 290, 150)
    if line.card:
        drawn += draw.card(line.card, MIDDLE - 70, 200, 140)
        drawn += draw.mark(bool(line.hit), MIDDLE + 75, 385, 72)
    for place, (shown, named, holder) in enumerate(claimed):
        at = 430 + place * 670 / len(claimed)
        drawn += draw.card(shown, at, 215, 100)
        if holder is not None:
            drawn += draw.mark(named == holder, at + 50, 390, 46)
    told = _spelt(line.question or line.sentence, line.card)
    return (
        draw.text(MIDDLE, 165, 50, told, anchor="middle", width=1080)
        + drawn
        + draw.text(MIDDLE, 455, 36, line.answer, fill=draw.GILT, anchor="middle", width=1080)
    )
