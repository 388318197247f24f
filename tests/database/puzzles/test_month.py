"""The calendar of the month's puzzles on the home page."""

import re

import pytest

from puzzles import days
from puzzles.answers import RIGHT, SHOWN, Answers
from puzzles.models import AccountAnswers
from tests.database.puzzles.test_answer_store import account
from tests.kit import TODAY, one_line, signed_in

pytestmark = pytest.mark.django_db


def calendar(answers):
    """The home page's month: for each linked puzzle its day and its state."""
    user = account()
    AccountAnswers.objects.create(user=user, answers=answers.to_json())
    page = one_line(signed_in(user).get("/"))
    month = re.search(r'<table class="month">.*</table>', page)[0]
    linked = r'href="/puzzle/(\d+)/"[^>]*>(\d+)<span class="visually-hidden">:\s*(.*?)\s*</span>'
    return {int(number): (int(day), state) for number, day, state in re.findall(linked, month)}


def test_a_calendar_of_the_month():
    answers = Answers()
    for number in (TODAY - 5, TODAY - 2, TODAY - 1):
        answers = answers.after(number, RIGHT, number)
    days_of_month = calendar(answers.after(TODAY - 3, SHOWN, TODAY))
    today = days.day_of(TODAY)
    first = days.number_of(today.replace(day=1))
    assert list(days_of_month) == [*range(first, TODAY + 1)], "no puzzle of another day"
    states = {number: state for number, (_day, state) in days_of_month.items()}
    assert days_of_month[TODAY] == (today.day, "not solved")
    assert states[TODAY - 1] == states[TODAY - 2] == "solved, in your streak"
    assert states[TODAY - 3] == "solution seen"
    assert states[TODAY - 5] == "solved"


def test_a_broken_streak_is_not_lit():
    answers = Answers().after(TODAY - 2, RIGHT, TODAY - 2)
    assert calendar(answers)[TODAY - 2][1] == "solved"


@pytest.mark.parametrize("day", ["2026-10-01", "2026-10-31", "2027-03-01"])
def test_every_month_has_its_calendar(monkeypatch, day):
    number = days.number_of(days.date.fromisoformat(day))
    monkeypatch.setattr(days, "today", lambda: number)
    linked = calendar(Answers())
    assert max(linked) == number
    assert min(linked) >= max(1, number - days.PRACTICE_DAYS)
    assert linked[number][0] == int(day[-2:])
