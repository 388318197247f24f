"""A person's answers to puzzles: tries, solved puzzles and the streak."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from literature.rules.moves import Holders
from puzzles.candidates import tries
from puzzles.days import PRACTICE_DAYS
from puzzles.puzzle_file import puzzle_at

#: The letters for a right answer, a wrong answer, and a solution that was shown on request.
RIGHT: Final = "o"
WRONG: Final = "x"
SHOWN: Final = "s"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a person.

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
        """Whether a solved puzzle is known."""
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

    def in_streak(self, number: int, now: int) -> bool:
        """Whether the puzzle of a day belongs to the present streak."""
        return self.streak_end - self.streak(now) < number <= self.streak_end

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

    def joined(self, other: "Answers") -> "Answers":
        """Return these answers and those of ``other``, such as another device.

        The answers to a puzzle come from one of them: from ``other`` only if it is further. Streaks
        that touch become one streak; otherwise the later one counts.
        """
        further = {each for each in other.tries if other._progress(each) > self._progress(each)}
        streaks = sorted(
            (each.streak_end, each.streak_end - each.streak_length + 1) for each in (self, other)
        )
        (earlier_end, earlier_start), (end, start) = streaks
        if earlier_end >= start - 1:
            start = min(start, earlier_start)
        return Answers(
            self.tries | {each: other.tries[each] for each in further},
            end,
            end - start + 1,
            {each: given for each, given in self.wrong.items() if each not in further}
            | {each: given for each, given in other.wrong.items() if each in further},
        )

    def _progress(self, number: int) -> tuple[bool, bool, int]:
        return self.solved(number), self.done(number), len(self.of(number))

    def to_json(self) -> dict[str, object]:
        """Return the answers as JSON."""
        return {
            "tries": {str(number): marks for number, marks in self.tries.items()},
            "streak": [self.streak_end, self.streak_length],
            "wrong": {str(number): given for number, given in self.wrong.items()},
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Answers":
        """Read answers from JSON."""
        marks = {int(number): str(marks) for number, marks in stored["tries"].items()}
        wrong = {int(number): tuple(map(str, given)) for number, given in stored["wrong"].items()}
        end, length = stored["streak"]
        return cls(marks, int(end), int(length), wrong)
