"""Template tags for the daily puzzle."""

from calendar import Calendar
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

from django import template
from django.template.context import RequestContext
from django.utils.formats import get_format

from accounts.models import User
from puzzles import days
from puzzles.answer_store import answers_of, answers_of_account
from puzzles.answers import Answers
from puzzles.puzzle_file import puzzle_at
from puzzles.sentences import level_name, question

register = template.Library()


@register.filter
def placed(given: Mapping[str, str], card: str) -> int | None:
    """The seat that was chosen for a card of a claim."""
    seat = given.get(f"holder-{card}", "")
    return int(seat) if seat.isdecimal() else None


@register.simple_tag
def puzzle_streak(account: User) -> int:
    """The number of days in a row on which the account has solved the day's puzzle."""
    return answers_of_account(account).streak(days.today())


@register.inclusion_tag("puzzles/_today.html", takes_context=True)
def todays_puzzle(context: RequestContext) -> dict[str, object]:
    """The link to today's puzzle."""
    return _today(answers_of(context["request"]), days.today())


@register.inclusion_tag("puzzles/_month.html", takes_context=True)
def puzzles_of_month(context: RequestContext) -> dict[str, object]:
    """The link to today's puzzle, the time of the next puzzle, and a calendar of the month."""
    answers, now = answers_of(context["request"]), days.today()
    today = days.day_of(now)
    weeks = Calendar(get_format("FIRST_DAY_OF_WEEK") - 1).monthdatescalendar(
        today.year, today.month
    )
    return _today(answers, now) | {
        "today": today,
        "next_at": datetime.combine(days.day_of(now + 1), time.min, UTC),
        "week": weeks[0],
        "weeks": [[_calendar_day(day, answers, now) for day in week] for week in weeks],
    }


def _today(answers: Answers, now: int) -> dict[str, object]:
    puzzle = puzzle_at(now - 1)
    return {
        "level": level_name(puzzle.level),
        "question": question(puzzle),
        "done": answers.done(now),
        "solved": answers.solved(now),
        "streak": answers.streak(now),
    }


def _calendar_day(day: date, answers: Answers, now: int) -> dict[str, object]:
    """A day of the calendar. ``number`` is its puzzle, if that is open."""
    number = days.number_of(day)
    is_open = number > 0 and days.is_open(number, now)
    return {
        "date": day,
        "other_month": day.month != days.day_of(now).month,
        "number": number if is_open else None,
        "solved": answers.solved(number),
        "done": answers.done(number),
        "in_streak": answers.in_streak(number, now),
    }
