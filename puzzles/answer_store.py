"""Stores a person's answers: those of an account in its row, so that they are on every device, and
those of everybody else in a signed cookie.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from puzzles.answers import Answers
from puzzles.models import AccountAnswers

COOKIE: Final = "puzzles"
_SALT: Final = "puzzles"
_YEAR: Final = 365 * 24 * 3600


class TakeOverAnswersMiddleware:
    """Moves the answers in a cookie to the account, at the first request after the person has
    signed up or signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Look for the cookie first, because ``request.user`` queries the database.
        account = _account(request) if COOKIE in request.COOKIES else None
        if account is None:
            return self.get_response(request)
        kept = _in_cookie(request)
        _change_row(account, lambda answers: answers.joined(kept))
        response = self.get_response(request)
        response.delete_cookie(COOKIE, samesite="Lax")
        return response


def answers_of(request: HttpRequest) -> Answers:
    """The answers of the person who sent the request."""
    account = _account(request)
    if account is None:
        return _in_cookie(request)
    return answers_of_account(account)


def answers_of_account(account: User) -> Answers:
    """The answers of an account."""
    row = AccountAnswers.objects.filter(user=account).first()
    return Answers.from_json(row.answers) if row else Answers()


def change_answers(
    request: HttpRequest, response: HttpResponse, change: Callable[[Answers], Answers]
) -> None:
    """Change the person's answers. Without an account, the response stores them in the cookie."""
    account = _account(request)
    if account is not None:
        _change_row(account, change)
        return
    response.set_cookie(
        COOKIE,
        signing.dumps(change(_in_cookie(request)).to_json(), salt=_SALT, compress=True),
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _account(request: HttpRequest) -> User | None:
    user = request.user
    return user if user.is_authenticated and not user.is_guest else None


def _in_cookie(request: HttpRequest) -> Answers:
    """The answers in the cookie: none if it is missing, forged or malformed."""
    try:
        return Answers.from_json(signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT))
    except (signing.BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return Answers()


@transaction.atomic
def _change_row(account: User, change: Callable[[Answers], Answers]) -> None:
    row, _made = AccountAnswers.objects.select_for_update().get_or_create(
        user=account, defaults={"answers": Answers().to_json()}
    )
    row.answers = change(Answers.from_json(row.answers)).to_json()
    row.save()
