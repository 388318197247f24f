"""Stores a browser's answers in a signed cookie, so that nobody needs an account."""

from dataclasses import dataclass, field, replace
from typing import Final

from django.core import signing
from django.http import HttpRequest, HttpResponse

from literature.rules.moves import Holders
from puzzles.choices import tries
from puzzles.days import PRACTICE_DAYS
from puzzles.puzzle_file import puzzle_at

COOKIE: Final = "puzzles"
_SALT: Final = "puzzles"
_YEAR: Final = 365 * 24 * 3600

#: The letters for a right answer, a wrong answer, and a solution that was shown on request.
RIGHT: Final = "o"
WRONG: Final = "x"
SHOWN: Final = "s"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a browser.

    - ``tries``: for each recent puzzle, one letter for each answer that counted.
    - ``streak_end``: the number of the last puzzle that was solved on its own day.
    - ``streak_length``: the number of such days in a row.
    - ``wrong``: for each puzzle that is not done, the different wrong answers, the newest last.
      A repeated wrong answer costs no try.
    """

    tries: dict[int, str] = field(default_factory=dict)
    streak_end: int = 0
    streak_length: int = 0
    wrong: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def of(self, number: int) -> str:
        """The letters of the answers to a puzzle so far."""
        return self.tries.get(number, "")

    def solved(self, number: int) -> bool:
        """Whether the puzzle was solved."""
        return RIGHT in self.of(number)

    def missed(self, number: int) -> int:
        """The number of wrong answers to the puzzle."""
        return self.of(number).count(WRONG)

    def wrong_of(self, number: int) -> list[Holders]:
        """The different wrong answers to a puzzle, the newest last."""
        given = self.wrong.get(number, ())
        answers = [[pair.split(":") for pair in text.split()] for text in given]
        return [tuple((int(card), int(seat)) for card, seat in each) for each in answers]

    def left(self, number: int) -> int:
        """The number of tries that were not used."""
        return tries(puzzle_at(number - 1)) - len(self.of(number))

    @property
    def knows_puzzles(self) -> bool:
        """Whether the cookie has a solved puzzle."""
        return self.streak_length > 0 or any(RIGHT in marks for marks in self.tries.values())

    def done(self, number: int) -> bool:
        """Whether the puzzle accepts no more answers and shows its solution."""
        marks = self.of(number)
        return RIGHT in marks or SHOWN in marks or (WRONG in marks and self.left(number) <= 0)

    def streak(self, now: int) -> int:
        """The number of days in a row on which the day's puzzle was solved.

        It is 0 unless the last of these days is ``now`` or the day before.
        """
        return self.streak_length if self.streak_end >= now - 1 else 0

    def after(self, number: int, result: str, now: int, answer: str = "") -> "Answers":
        """Return the answers after another answer on day ``now``.

        An answer to a puzzle that is done changes nothing. A new answer also drops the answers to
        puzzles that are no longer open.
        """
        if self.done(number):
            return self
        given = self.wrong.get(number, ())
        if result == WRONG and answer in given:
            newest_last = (*(each for each in given if each != answer), answer)
            return replace(self, wrong=self.wrong | {number: newest_last})
        recent = {each: marks for each, marks in self.tries.items() if each >= now - PRACTICE_DAYS}
        marked = replace(self, tries=recent | {number: self.of(number) + result})
        wrong = self.wrong | {number: (*given, answer)}
        open_still = [each for each in wrong if each in marked.tries and not marked.done(each)]
        marked = replace(marked, wrong={each: wrong[each] for each in open_still})
        if result != RIGHT or number != now:
            return marked
        length = self.streak_length + 1 if self.streak_end == now - 1 else 1
        return replace(marked, streak_end=now, streak_length=length)


def answers_of(request: HttpRequest) -> Answers:
    """The answers in a request's cookie.

    There are no answers if the cookie is missing, forged or malformed.
    """
    try:
        stored = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
        marked = {int(number): str(marks) for number, marks in stored["tries"].items()}
        wrong = {int(number): tuple(map(str, given)) for number, given in stored["wrong"].items()}
        end, length = stored["streak"]
        return Answers(marked, int(end), int(length), wrong)
    except (signing.BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return Answers()


def store_answers(response: HttpResponse, answers: Answers, *, secure: bool) -> None:
    """Store the answers in the browser's cookie."""
    stored = {
        "tries": {str(number): marks for number, marks in answers.tries.items()},
        "streak": [answers.streak_end, answers.streak_length],
        "wrong": {str(number): given for number, given in answers.wrong.items()},
    }
    response.set_cookie(
        COOKIE,
        signing.dumps(stored, salt=_SALT, compress=True),
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=secure,
    )
