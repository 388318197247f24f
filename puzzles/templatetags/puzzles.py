"""Template tags for the daily puzzle."""

from collections.abc import Mapping

from django import template
from django.template.context import RequestContext

from puzzles import days
from puzzles.answer_store import answers_of
from puzzles.puzzle_file import puzzle_at
from puzzles.sentences import level_name, question

register = template.Library()


@register.filter
def placed(given: Mapping[str, str], card: str) -> int | None:
    """The seat that was chosen for a card of a claim."""
    seat = given.get(f"holder-{card}", "")
    return int(seat) if seat.isdecimal() else None


@register.inclusion_tag("puzzles/_today.html", takes_context=True)
def todays_puzzle(context: RequestContext) -> dict[str, object]:
    """The link to today's puzzle."""
    now, answers = days.today(), answers_of(context["request"])
    puzzle = puzzle_at(now - 1)
    return {
        "level": level_name(puzzle.level),
        "question": question(puzzle),
        "done": answers.done(now),
        "solved": answers.solved(now),
        "streak": answers.streak(now),
    }
