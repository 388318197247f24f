"""A browser's answers, in a signed cookie, so that no account is needed."""

from dataclasses import dataclass, field, replace
from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse

from game.rules.moves import Holders
from puzzles.days import PRACTICE_DAYS

COOKIE: Final = "puzzles"
_SALT: Final = "puzzles"
_YEAR: Final = 365 * 24 * 3600

#: The greatest number of answers to a puzzle. After the last one the solution is shown.
TRIES: Final = 3

RIGHT: Final = "o"
WRONG: Final = "x"
#: The letter for a solution that was shown on request.
SHOWN: Final = "s"


@dataclass(frozen=True, slots=True)
class Answers:
    """``tries``: for each puzzle one letter for each answer. ``streak_end``: the
    last puzzle that was solved on its own day. ``streak_length``: the number of such days in a row.
    ``last``: the last answer with its puzzle: the same answer again costs no try.
    """

    tries: dict[int, str] = field(default_factory=dict)
    streak_end: int = 0
    streak_length: int = 0
    last: str = ""

    def of(self, number: int) -> str:
        """The letters of the answers to a puzzle so far."""
        return self.tries.get(number, "")

    def solved(self, number: int) -> bool:
        """Whether the puzzle was solved."""
        return RIGHT in self.of(number)

    def missed(self, number: int) -> int:
        """The number of wrong answers to the puzzle."""
        return self.of(number).count(WRONG)

    def last_of(self, number: int) -> Holders:
        """The last answer if it was an answer to this puzzle; otherwise nothing."""
        answered, _space, given = self.last.partition(" ")
        if answered != str(number):
            return ()
        pairs = (each.split(":") for each in given.split())
        return tuple((int(card), int(seat)) for card, seat in pairs)

    @property
    def knows_puzzles(self) -> bool:
        """Whether any puzzle was solved."""
        return self.streak_length > 0 or any(RIGHT in marks for marks in self.tries.values())

    def done(self, number: int) -> bool:
        """Whether the puzzle accepts no more answers and shows its solution."""
        tries = self.of(number)
        return RIGHT in tries or SHOWN in tries or len(tries) >= TRIES

    def streak(self, now: int) -> int:
        """The number of days in a row on which the day's puzzle was solved. The last of them is day
        ``now`` or the day before.
        """
        return self.streak_length if self.streak_end >= now - 1 else 0

    def after(self, number: int, result: str, now: int, answer: str = "") -> "Answers":
        """These answers and one more, given on day ``now``. Answers to old puzzles are dropped."""
        last = f"{number} {answer}"
        if self.done(number) or (answer and last == self.last):
            return self
        tries = self.tries | {number: self.of(number) + result}
        kept = {each: marks for each, marks in tries.items() if each >= now - PRACTICE_DAYS}
        if result != RIGHT or number != now:
            return replace(self, tries=kept, last=last)
        length = self.streak_length + 1 if self.streak_end == now - 1 else 1
        return Answers(kept, now, length, last)


def answers_of(request: HttpRequest) -> Answers:
    """The answers in the cookie of a request; none if the signature is invalid."""
    try:
        stored = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
        tries = {int(number): str(marks) for number, marks in stored["tries"].items()}
        end, length = stored["streak"]
        return Answers(tries, int(end), int(length), str(stored["last"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return Answers()


def keep(response: HttpResponse, answers: Answers, *, secure: bool) -> None:
    """Store the answers in the browser's cookie."""
    stored = {
        "tries": {str(number): marks for number, marks in answers.tries.items()},
        "streak": [answers.streak_end, answers.streak_length],
        "last": answers.last,
    }
    response.set_cookie(
        COOKIE,
        signing.dumps(stored, salt=_SALT, compress=True),
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=secure,
    )
