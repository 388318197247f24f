"""Pages of today's puzzle, and of the last days' puzzles for practice."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from game.rules.cards import UNKNOWN, card_text, parse_card
from game.rules.moves import holders_of
from puzzles import days
from puzzles.answers import RIGHT, SHOWN, TRIES, WRONG, Answers, answers_of, keep
from puzzles.book import puzzle_at
from puzzles.presentation import puzzle_view
from puzzles.sentences import level_name, question
from puzzles.solver.finder import ASK, HOLDER, Puzzle
from puzzles.solver.situation import YOU


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """Today's puzzle."""
    return _page(request, days.today())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """The puzzle of an open day. A POST answers it."""
    if not days.is_open(number, days.today()):
        raise Http404
    if request.method != "POST":
        return _page(request, number)
    answers = answers_of(request)
    result = SHOWN if "show" in request.POST else _judged(request, puzzle_at(number - 1))
    if result is None:
        return _page(request, number, incomplete=True)
    response = HttpResponseRedirect(reverse("puzzles:puzzle", args=[number]) + "#result")
    keep(response, answers.after(number, result, days.today()), secure=settings.HTTPS)
    return response


@require_safe
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """The puzzles of the last days, by level."""
    now, answers = days.today(), answers_of(request)
    past = [_row(number, answers) for number in range(now - 1, now - 1 - days.PRACTICE_DAYS, -1)]
    levels = [
        (level_name(level), [row for row in past if row["level"] == level]) for level in (1, 2, 3)
    ]
    return render(request, "puzzles/practice.html", {"levels": levels})


def _page(request: HttpRequest, number: int, *, incomplete: bool = False) -> HttpResponse:
    answers, now = answers_of(request), days.today()
    done = answers.done(number)
    context = {
        "number": number,
        "day": days.day_of(number),
        "is_today": number == now,
        "puzzle": puzzle_view(number, solved=done, language=get_language()),
        "done": done,
        "solved": answers.solved(number),
        "missed": answers.of(number).count(WRONG),
        "left": TRIES - len(answers.of(number)),
        "streak": answers.streak(now),
        "incomplete": incomplete,
        "given": request.POST,
    }
    if done:
        address = request.build_absolute_uri(reverse("puzzles:today"))
        context["share_text"] = _share(number, answers, now)
        context["share"] = f"{context['share_text']}\n{address}"
    return render(request, "puzzles/puzzle.html", context, status=422 if incomplete else 200)


def _judged(request: HttpRequest, asked: Puzzle) -> str | None:
    """Whether the sent answer is right; None if it is incomplete."""
    if asked.kind == HOLDER:
        card = asked.answer[0][0]
        given = [(card, request.POST.get("seat"))]
    elif asked.kind == ASK:
        given = [(parse_card(request.POST.get("card", "")), request.POST.get("of"))]
    else:
        given = _claimed(request, asked)
    if not given or any(card == UNKNOWN or not _is_seat(seat) for card, seat in given):
        return None
    return RIGHT if holders_of((c, int(s)) for c, s in given) == asked.answer else WRONG


def _claimed(request: HttpRequest, asked: Puzzle) -> list[tuple[int, str | None]]:
    deck = asked.situation.deck
    card_set = deck.set_named(request.POST.get("set", ""))
    return [
        (
            card,
            str(YOU)
            if asked.situation.hand >> card & 1
            else request.POST.get(f"holder-{card_text(card)}"),
        )
        for card in (card_set.cards if card_set else ())
    ]


def _is_seat(seat: str | None) -> bool:
    return seat is not None and seat in "012345" and len(seat) == 1


def _row(number: int, answers: Answers) -> dict[str, Any]:
    asked = puzzle_at(number - 1)
    return {
        "number": number,
        "day": days.day_of(number),
        "level": asked.level,
        "question": question(asked),
        "solved": answers.solved(number),
        "done": answers.done(number),
    }


def _share(number: int, answers: Answers, now: int) -> str:
    """The result as a text to share, which does not tell the answer."""
    marks = {RIGHT: "✓", WRONG: "✗", SHOWN: "?"}
    lines = [
        _("Literature puzzle %(number)d (%(level)s)")
        % {"number": number, "level": level_name(puzzle_at(number - 1).level)},
        " ".join(marks[mark] for mark in answers.of(number)),
    ]
    streak = answers.streak(now)
    if streak > 1:
        lines.append(
            ngettext("%(days)d day in a row", "%(days)d days in a row", streak) % {"days": streak}
        )
    return "\n".join(lines)
