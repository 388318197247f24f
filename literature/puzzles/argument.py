"""The shortest argument: the steps that prove some statements with the least effort.

The search goes backwards from the statements. Each unproved statement needs a step that concludes
it, and the premises of that step must be proved, too. The search allows an effort of 1, then of 2,
and so on. So the first argument that it finds is the shortest.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_

from literature.knowledge.reasons import FullHand, LastCard, OneOf
from literature.puzzles.steps import IS, NOT, Known, Statement, Step, Told, joins
from literature.rules.cards import cards_in, hand_of
from literature.stored import Cards, stored

#: The greatest effort of an argument.
MOST_EFFORT = 11

#: The greatest number of attempts. A question that needs more is not used for a puzzle.
MOST_ATTEMPTS = 5_000


@stored
class ArgumentStep:
    """A step of an argument as a page explains it.

    - ``uses``: the indices of the steps that it needs.
    - ``found``: the cards whose holder this step finds.
    - ``excluded``: the cards that other steps rule out.
    - ``out``: the cards that its seat can't hold because of this step. Only cards that later steps
      need are in it.
    """

    reason: Told
    uses: tuple[int, ...] = ()
    found: Cards = 0
    excluded: Cards = 0
    out: Cards = 0

    @property
    def repeats(self) -> bool:
        """Whether this step only repeats the ask before it, which left only one possible card."""
        return isinstance(self.reason, LastCard) and not self.excluded

    @property
    def concludes(self) -> bool:
        """Whether this step follows from other steps and tells more than they do."""
        return joins(self.reason, self.uses) and not self.repeats

    @property
    def trick(self) -> tuple[type, bool]:
        """The kind of conclusion, and whether it counts cards of which only the set is known."""
        return type(self.reason), isinstance(self.reason, FullHand) and bool(self.reason.sets)


def told(steps: Sequence[Step]) -> tuple[ArgumentStep, ...]:
    """The steps of an argument in order, as a page explains them."""
    needed = {statement for step in steps for statement in step.premises}
    argument = []
    for number, step in enumerate(steps):
        uses = {
            next(index for index in range(number) if statement in steps[index].conclusions)
            for statement in step.premises
        }
        found = hand_of(card for kind, card, _seat in step.conclusions if kind == IS)
        excluded = hand_of(card for kind, card, _seat in step.premises if kind == NOT)
        seat, said = step.reason.seat, step.conclusions & needed
        out = hand_of(each.card for each in said if each.kind == NOT and each.seat == seat)
        argument.append(
            ArgumentStep(step.reason, tuple(sorted(uses)), found, excluded & ~found, out)
        )
    return tuple(argument)


def shortest(
    known: Known, goals: Collection[Statement], most: int = MOST_EFFORT
) -> list[Step] | None:
    """The steps, in an order in which premises come first.

    None if they need more effort than ``most``, or if the search needs too many attempts.
    """
    search = _Search(known.steps)
    for effort in range(1, most + 1):
        found = search.within(effort, goals)
        if found is not None:
            return in_order(found, goals)
        if search.attempts > MOST_ATTEMPTS:
            return None
    return None


def in_order(steps: Collection[Step], goals: Collection[Statement]) -> list[Step]:
    """The steps in an order that is easy to follow: before each step come the steps that it needs.
    Of these, steps with a long argument come first.
    """
    # For each step, the length of the argument before it: 0 if the step needs no other step.
    depths: dict[Step, int] = {}
    said: set[Statement] = set()
    while ready := [step for step in steps if step not in depths and step.premises <= said]:
        depth = max(depths.values(), default=-1) + 1
        for step in ready:
            depths[step] = depth
            said |= step.conclusions
    ordered: list[Step] = []

    def place(step: Step) -> None:
        premises = sorted(step.premises)
        before = dict.fromkeys(provider(statement, depths[step]) for statement in premises)
        for each in sorted(before, key=lambda each: _reading_order(each, depths)):
            if each not in ordered:
                place(each)
        if step not in ordered:
            ordered.append(step)

    def provider(statement: Statement, below: int) -> Step:
        return min(
            (each for each in steps if statement in each.conclusions and depths[each] < below),
            key=lambda each: (depths[each], _reading_order(each, depths)),
        )

    ends = dict.fromkeys(provider(goal, len(steps)) for goal in sorted(goals))
    for end in sorted(ends, key=lambda each: (depths[each], _reading_order(each, depths))):
        place(end)
    return ordered


def _reading_order(
    step: Step, depths: Mapping[Step, int]
) -> tuple[int, bool, tuple[int, ...], int]:
    return -depths[step], not isinstance(step.reason, OneOf), step.asks, step.reason.seat


class _Search:
    """The search. For speed, steps and statements are numbers, and sets of them are bit sets."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        said = {statement for step in steps for statement in step.premises | step.conclusions}
        statements = sorted(said)
        self._numbers = {statement: number for number, statement in enumerate(statements)}
        self._says = [self._bits(step.conclusions) for step in steps]
        self._needs = [self._bits(step.premises) for step in steps]
        self._steps_to = [
            [index for index, said in enumerate(self._says) if said >> number & 1]
            for number in range(len(statements))
        ]
        self._tried: set[int] = set()
        self.attempts = 0

    def within(self, effort: int, goals: Collection[Statement]) -> list[Step] | None:
        """Steps that prove the goals with at most this effort, or None."""
        self._tried.clear()
        found = self._extend(0, 0, self._bits(goals), effort)
        return None if found is None else [self._steps[index] for index in cards_in(found)]

    def _extend(self, chosen: int, said: int, wanted: int, left: int) -> int | None:
        """Add steps to the chosen steps until all wanted statements are proved.

        None if that fails.
        """
        self.attempts += 1
        self._tried.add(chosen)
        still_open = wanted & ~said or self._unproved(chosen)
        if not still_open:
            return chosen
        if not left or self.attempts > MOST_ATTEMPTS:
            return None
        for index in self._to_try(still_open, circular=not still_open & ~said):
            more, effort = chosen | 1 << index, self._steps[index].effort
            if effort <= left and more not in self._tried:
                found = self._extend(
                    more, said | self._says[index], wanted | self._needs[index], left - effort
                )
                if found is not None:
                    return found
        return None

    def _to_try(self, statements: int, *, circular: bool) -> list[int]:
        """The steps to try next: all steps that conclude the statement with the fewest such steps.
        If ``circular``: all steps that conclude any of the ``statements``.
        """
        numbers = cards_in(statements)
        if not circular:
            numbers = [min(numbers, key=lambda number: len(self._steps_to[number]))]
        return list(dict.fromkeys(index for each in numbers for index in self._steps_to[each]))

    def _unproved(self, chosen: int) -> int:
        """The premises that remain unproved because steps depend on each other in a circle."""
        left, said = cards_in(chosen), 0
        while ready := [index for index in left if not self._needs[index] & ~said]:
            for index in ready:
                said |= self._says[index]
            left = [index for index in left if index not in ready]
        return reduce(or_, (self._needs[index] for index in left), 0) & ~said

    def _bits(self, statements: Collection[Statement]) -> int:
        return sum(1 << self._numbers[statement] for statement in statements)
