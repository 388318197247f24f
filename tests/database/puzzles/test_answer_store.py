"""Where answers are stored: in the account's row, and without an account in a cookie."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from puzzles.answer_store import COOKIE, answers_of, change_answers
from puzzles.answers import RIGHT, WRONG, Answers
from puzzles.models import AccountAnswers
from tests.database.puzzles.test_views import right_answer
from tests.kit import TODAY, person, signed_in

SOLVED = Answers().after(TODAY - 1, RIGHT, TODAY - 1)
PASSWORD = "a-long-lost-ferry"


def request_with(cookie, user=None):
    request = RequestFactory().get("/puzzle/")
    request.COOKIES[COOKIE] = cookie
    request.user = user or AnonymousUser()
    return request


def cookie_of(answers):
    return signing.dumps(answers.to_json(), salt="puzzles", compress=True)


def account():
    user = person("Asha")
    user.username, user.is_guest = "asha", False
    user.set_password(PASSWORD)
    user.save()
    return user


def stored(user):
    return Answers.from_json(AccountAnswers.objects.get(user=user).answers)


def test_a_cookie_has_the_answers_of_a_browser(settings):
    settings.HTTPS = True
    response = HttpResponse()
    change_answers(request_with(""), response, lambda answers: answers.after(56, WRONG, 56, "9:3"))
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert answers_of(request_with(cookie.value)) == Answers().after(56, WRONG, 56, "9:3")


def test_a_forged_cookie_has_no_answers():
    forged = signing.dumps({"tries": {"56": "o"}, "streak": [56, 99]}, salt="another")
    odd = signing.dumps(["o"], salt="puzzles")
    for cookie in ("", "x", forged, odd):
        assert answers_of(request_with(cookie)) == Answers()


@pytest.mark.django_db
def test_a_guest_keeps_the_cookie():
    """So that the answers are still there after signing in with another account."""
    browser = signed_in(person("Asha"))
    browser.post(f"/puzzle/{TODAY}/", right_answer(TODAY))
    assert not AccountAnswers.objects.exists()
    assert browser.cookies[COOKIE].value


@pytest.mark.django_db
def test_an_account_has_its_answers_on_every_device():
    user = account()
    signed_in(user).post(f"/puzzle/{TODAY}/", right_answer(TODAY))
    assert stored(user).streak(TODAY) == 1
    page = signed_in(user).get(f"/puzzle/{TODAY}/").content.decode()
    assert "Right on the first try" in page
    assert "Right on the first try" not in Client().get(f"/puzzle/{TODAY}/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/puzzle/", "/rules/"])
def test_an_account_takes_over_the_cookie_at_its_first_page(path):
    user = account()
    browser = signed_in(user)
    browser.cookies[COOKIE] = cookie_of(SOLVED)
    answer = browser.get(path)
    assert stored(user) == SOLVED
    assert answer.cookies[COOKIE]["max-age"] == 0
    # The next person at this browser must not get the answers.
    assert not browser.cookies[COOKIE].value


@pytest.mark.django_db
def test_a_damaged_cookie_is_only_deleted():
    user = account()
    browser = signed_in(user)
    browser.cookies[COOKIE] = "x"
    assert browser.get("/").status_code == 200
    assert stored(user) == Answers()


@pytest.mark.django_db
def test_a_guest_who_signs_up_keeps_the_streak():
    browser = signed_in(person("Asha"))
    browser.cookies[COOKIE] = cookie_of(SOLVED)
    fields = {"username": "asha", "password1": PASSWORD, "password2": PASSWORD}
    browser.post("/accounts/signup/", fields)
    browser.post(f"/puzzle/{TODAY}/", right_answer(TODAY))
    assert stored(User.objects.get(username="asha")).streak(TODAY) == 2


@pytest.mark.django_db
def test_signing_in_joins_the_streaks():
    user = account()
    AccountAnswers.objects.create(
        user=user, answers=Answers().after(TODAY - 2, RIGHT, TODAY - 2).to_json()
    )
    browser = Client()
    browser.cookies[COOKIE] = cookie_of(SOLVED)
    browser.post("/accounts/login/", {"login": "asha", "password": PASSWORD})
    browser.get("/")
    assert stored(user).streak(TODAY) == 2


@pytest.mark.django_db
def test_a_deleted_account_leaves_no_answers():
    browser = signed_in(account())
    browser.post(f"/puzzle/{TODAY}/", right_answer(TODAY))
    browser.post("/accounts/delete/", {"password": PASSWORD})
    assert not AccountAnswers.objects.exists()
