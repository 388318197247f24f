"""The pages of today's puzzle, and of the last days' puzzles for practice."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from finished.review.wording import all_of
from game.presentation.move_text import article_card
from literature.puzzles.finder import ASK, HOLDER, Puzzle
from literature.rules.cards import UNKNOWN, card_text, parse_card
from literature.rules.moves import Holders, holders_of
from puzzles import days
from puzzles.answer_store import answers_of, change_answers
from puzzles.answers import RIGHT, SHOWN, WRONG, Answers
from puzzles.presentation import faces, puzzle_view
from puzzles.puzzle_file import puzzle_at
from puzzles.sentences import THEMES, level_name, question, solution, themes, wrong

#: The cards of an answer, each with its seat as text; None if no seat was chosen.
Given = list[tuple[int, str | None]]


#: The marks of answers in the text to share, which does not tell the answer.
MARKS = {RIGHT: "✓", WRONG: "✗", SHOWN: "?"}


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """Today's puzzle."""
    return _page(request, days.today())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """The puzzle of an open day. A POST answers it or shows the solution. An old address leads to
    today's puzzle.
    """
    now = days.today()
    if not days.is_open(number, now):
        if 0 < number < now and request.method != "POST":
            return HttpResponseRedirect(reverse("puzzles:today"))
        raise Http404
    if request.method != "POST":
        return _page(request, number)
    asked, result, text = puzzle_at(number - 1), SHOWN, ""
    if "show" not in request.POST:
        given = _given(request, asked)
        if not given or any(card == UNKNOWN or not _is_seat(seat) for card, seat in given):
            return _page(request, number, missing=_missing(given, asked))
        answer = holders_of((card, int(seat or 0)) for card, seat in given)
        result = RIGHT if answer == asked.answer else WRONG
        text = " ".join(f"{card}:{seat}" for card, seat in given)
    response = HttpResponseRedirect(reverse("puzzles:puzzle", args=[number]) + "#result")
    change_answers(request, response, lambda answers: answers.after(number, result, now, text))
    return response


@require_safe
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the same for everybody. The service worker keeps it, and asks for it again
    a day later.
    """
    request.user, number = AnonymousUser(), days.today()
    response = _page(request, number, answers=Answers(), offline=True)
    midnight = datetime.combine(days.day_of(number), time(), UTC)
    response["Last-Modified"] = http_date(midnight.timestamp())
    return response


@require_safe
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """The puzzles of the last days, by level: with ``theme`` in the query, those of this theme."""
    now, answers, theme = days.today(), answers_of(request), request.GET.get("theme", "")
    levels: dict[int, list[dict[str, object]]] = {1: [], 2: [], 3: []}
    for number in range(now - 1, now - 1 - days.PRACTICE_DAYS, -1):
        asked = puzzle_at(number - 1)
        of_themes = themes(asked)
        row = {
            "number": number,
            "day": days.day_of(number),
            "question": question(asked),
            "themes": of_themes.values(),
            "solved": answers.solved(number),
            "done": answers.done(number),
            "begun": bool(answers.of(number)),
        }
        if theme not in THEMES or theme in of_themes:
            levels[asked.level].append(row)
    context = {
        "levels": [(level_name(level), rows, _solved(rows)) for level, rows in levels.items()],
        "all": sum(map(len, levels.values())),
        "solved": sum(map(_solved, levels.values())),
        "themes": {word: name for word, (_kind, name) in THEMES.items()},
        "theme": theme,
    }
    return render(request, "puzzles/practice.html", context)


def _solved(rows: Sequence[Mapping[str, object]]) -> int:
    return sum(bool(row["solved"]) for row in rows)


def _page(
    request: HttpRequest,
    number: int,
    *,
    answers: Answers | None = None,
    missing: str = "",
    offline: bool = False,
) -> HttpResponse:
    answers, now = answers or answers_of(request), days.today()
    done = answers.done(number)
    context = {
        "number": number,
        "day": days.day_of(number),
        "is_today": number == now,
        "puzzle": puzzle_view(number, solved=done, language=get_language()),
        "done": done,
        "solved": answers.solved(number),
        "missed": answers.missed(number),
        "shown": SHOWN in answers.of(number),
        "knows_puzzles": answers.knows_puzzles,
        "next": _next(number, answers, now) if done else None,
        "left": answers.left(number),
        "streak": answers.streak(now),
        "missing": missing,
        "offline": offline,
        "given": request.POST,
        "all_steps": "steps" in request.GET,
    }
    tried = answers.wrong_of(number)
    if tried:
        context |= _tried(number, tried) | ({"given": request.POST} if request.POST else {})
    if done:
        address = request.build_absolute_uri(reverse("puzzles:puzzle", args=[number]))
        context["marks"] = " ".join(MARKS[mark] for mark in answers.of(number))
        context["share_text"] = render_to_string("puzzles/share.txt", context)
        context["share"] = f"{context['share_text']}\n{address}"
    return render(request, "puzzles/puzzle.html", context, status=422 if missing else 200)


def _tried(number: int, tried: Sequence[Holders]) -> dict[str, object]:
    """The context after wrong answers: a sentence about the last answer, all wrong answers as seats
    or sentences, and the fields of the form as in the last answer, so that nobody has to place all
    cards again.
    """
    asked, last = puzzle_at(number - 1), tried[-1]
    names = [name for name, _avatar in faces(number, asked.situation.players)]
    told: dict[str, object] = {"wrong": wrong(asked, last, names)}
    if asked.kind == HOLDER:
        return told | {"wrong_seats": [seat for ((_card, seat),) in tried], "given": {}}
    card, seat = last[0]
    if asked.kind == ASK:
        fields = {"card": card_text(card), "of": str(seat)}
    else:
        deck = asked.situation.deck
        fields = {f"holder-{card_text(card)}": str(seat) for card, seat in last}
        fields["set"] = deck.sets[deck.set_indexes[card]].name
    answers = [solution(asked._replace(answer=each), names) for each in tried]
    return told | {"tried": answers, "given": fields}


def _given(request: HttpRequest, asked: Puzzle) -> Given:
    """The cards of the answer in a POST, each with its seat."""
    if asked.kind == HOLDER:
        return [(asked.answer[0][0], request.POST.get("seat"))]
    if asked.kind == ASK:
        return [(parse_card(request.POST.get("card", "")), request.POST.get("of"))]
    deck, known = asked.situation.deck, asked.situation.facts.known_holders()
    card_set = deck.set_named(request.POST.get("set", ""))
    return [
        (
            card,
            str(known[card]) if card in known else request.POST.get(f"holder-{card_text(card)}"),
        )
        for card in (card_set.cards if card_set else ())
    ]


def _missing(given: Given, asked: Puzzle) -> str:
    """A sentence that says what an incomplete answer still needs."""
    if asked.kind == HOLDER:
        return _("Choose a player.")
    if asked.kind == ASK:
        return _("Choose a card and an opponent.")
    cards = [card for card, seat in given if not _is_seat(seat)]
    if not cards:
        return _("Choose a set, and a holder for each of its cards.")
    said = {"cards": all_of([article_card(card) for card in cards])}
    return _("Choose a holder for %(cards)s, too.") % said


def _next(number: int, answers: Answers, now: int) -> int | None:
    """The nearest open puzzle that is not done, if possible of the same level."""
    level = puzzle_at(number - 1).level
    left = [
        each
        for each in range(now, max(now - days.PRACTICE_DAYS - 1, 0), -1)
        if each != number and not answers.done(each)
    ]
    return min(
        left,
        key=lambda each: (puzzle_at(each - 1).level != level, abs(each - number)),
        default=None,
    )


def _is_seat(seat: str | None) -> bool:
    return seat is not None and seat in "012345" and len(seat) == 1
