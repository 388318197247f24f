"""What a browser has answered: kept in a signed cookie, so that nobody needs an account for it."""

from dataclasses import dataclass, field, replace
from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse

from puzzles.days import PRACTICE_DAYS

COOKIE: Final = "puzzles"
_SALT: Final = "puzzles"
_YEAR: Final = 365 * 24 * 3600

#: So many answers may be given; then the solution is shown.
TRIES: Final = 3

RIGHT: Final = "o"
WRONG: Final = "x"
#: The solution was asked for.
SHOWN: Final = "s"


@dataclass(frozen=True, slots=True)
class Answers:
    """``tries``: for each puzzle what became of each answer to it, as one letter.

    ``streak_end`` is the last puzzle that was solved on its own day, ``streak_length`` on how many
    days in a row.
    """

    tries: dict[int, str] = field(default_factory=dict)
    streak_end: int = 0
    streak_length: int = 0

    def of(self, number: int) -> str:
        """What became of the answers to a puzzle so far."""
        return self.tries.get(number, "")

    def solved(self, number: int) -> bool:
        """Whether the puzzle was solved."""
        return RIGHT in self.of(number)

    def done(self, number: int) -> bool:
        """Whether no more answers are taken, and the solution may be seen."""
        tries = self.of(number)
        return RIGHT in tries or SHOWN in tries or len(tries) >= TRIES

    def streak(self, now: int) -> int:
        """On how many days in a row, up to day ``now`` or the day before, that day's was solved."""
        return self.streak_length if self.streak_end >= now - 1 else 0

    def after(self, number: int, result: str, now: int) -> "Answers":
        """The same with one more answer, given on day ``now``. Old puzzles are forgotten."""
        if self.done(number):
            return self
        tries = self.tries | {number: self.of(number) + result}
        kept = {each: marks for each, marks in tries.items() if each >= now - PRACTICE_DAYS}
        if result != RIGHT or number != now:
            return replace(self, tries=kept)
        length = self.streak_length + 1 if self.streak_end == now - 1 else 1
        return Answers(kept, now, length)


def answers_of(request: HttpRequest) -> Answers:
    """What the browser of this request has answered; nothing, if its cookie is not ours."""
    try:
        stored = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
        tries = {int(number): str(marks) for number, marks in stored["tries"].items()}
        end, length = stored["streak"]
        return Answers(tries, int(end), int(length))
    except (signing.BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return Answers()


def keep(response: HttpResponse, answers: Answers, *, secure: bool) -> None:
    """Have the browser keep its answers."""
    stored = {
        "tries": {str(number): marks for number, marks in answers.tries.items()},
        "streak": [answers.streak_end, answers.streak_length],
    }
    response.set_cookie(
        COOKIE,
        signing.dumps(stored, salt=_SALT, compress=True),
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=secure,
    )
