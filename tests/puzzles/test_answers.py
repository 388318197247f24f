"""A browser's answers: tries, the end of a puzzle, and days in a row."""

from django.core import signing
from django.http import HttpResponse
from django.test import RequestFactory

from puzzles.answers import COOKIE, RIGHT, SHOWN, WRONG, Answers, answers_of, keep


def request_with(cookie):
    request = RequestFactory().get("/puzzle/")
    request.COOKIES[COOKIE] = cookie
    return request


def test_what_is_kept_is_read_back():
    answers = Answers().after(56, WRONG, 56).after(56, RIGHT, 56)
    response = HttpResponse()
    keep(response, answers, secure=True)
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert answers_of(request_with(cookie.value)) == answers


def test_a_cookie_that_is_not_ours_is_no_answer():
    forged = signing.dumps({"tries": {"56": "o"}, "streak": [56, 99]}, salt="another")
    odd = signing.dumps(["o"], salt="puzzles")
    for cookie in ("", "x", forged, odd):
        assert answers_of(request_with(cookie)) == Answers()


def test_three_tries():
    answers = Answers()
    for _try in range(2):
        answers = answers.after(56, WRONG, 56)
        assert not answers.done(56)
    answers = answers.after(56, WRONG, 56)
    assert answers.done(56)
    assert not answers.solved(56)
    assert answers.after(56, RIGHT, 56) == answers, "too late"


def test_the_same_answer_again_costs_no_try():
    answers = Answers().after(56, WRONG, 56, "9:3")
    assert answers.after(56, WRONG, 56, "9:3") == answers
    assert answers.after(56, WRONG, 56, "9:4").missed(56) == 2
    assert answers.after(55, WRONG, 56, "9:3").missed(55) == 1
    assert answers.after(56, SHOWN, 56).done(56)


def test_the_solution_ends_a_puzzle():
    answers = Answers().after(56, SHOWN, 56)
    assert answers.done(56)
    assert not answers.solved(56)
    assert answers.streak(56) == 0


def test_days_in_a_row():
    answers = Answers()
    for number in (50, 51, 52):
        answers = answers.after(number, RIGHT, number)
    assert answers.streak(52) == answers.streak(53) == 3
    assert answers.streak(54) == 0, "a day was missed"
    assert answers.after(54, RIGHT, 54).streak(54) == 1


def test_practice_is_no_day_in_a_row():
    answers = Answers().after(50, RIGHT, 50).after(49, RIGHT, 51)
    assert answers.streak(51) == 1
    assert answers.after(51, RIGHT, 51).streak(51) == 2


def test_old_puzzles_are_forgotten():
    """The cookie stays small."""
    answers = Answers()
    for number in range(1, 400):
        answers = answers.after(number, RIGHT, number)
    assert min(answers.tries) == 399 - 30
    assert answers.streak(399) == 399
    response = HttpResponse()
    keep(response, answers, secure=False)
    assert len(response.cookies[COOKIE].value) < 500
