"""The steps of an argument as a page explains them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from literature.puzzles.steps import LAST, MUST, ONLY, Not, Step, joins


class Reason(NamedTuple):
    """A step of an argument, as a page explains it. Sets of cards are bit sets.

    - ``asks``: the numbers of the asks that the step needs.
    - ``uses``: the indices of the steps that it needs.
    - ``excluded``: the cards that other steps rule out.
    - ``out``: the cards that ``seat`` can't hold because of this step. Only cards that later steps
      need are in it.
    """

    kind: str
    seat: int
    cards: int
    asks: tuple[int, ...]
    excluded: int
    uses: tuple[int, ...] = ()
    out: int = 0

    @property
    def found(self) -> int:
        """The cards whose holder this step finds."""
        return self.cards if self.kind in (ONLY, LAST, MUST) else 0

    @property
    def repeats(self) -> bool:
        """Whether this step only repeats the ask before it, which left only one possible card."""
        return self.kind == LAST and not self.excluded

    @property
    def concludes(self) -> bool:
        """Whether this step follows from other steps and tells more than they do."""
        return joins(self.kind) and not self.repeats


def reasons(steps: Sequence[Step]) -> tuple[Reason, ...]:
    """The steps of an argument in order, as a page explains them."""
    needed = {statement for step in steps for statement in step.premises}
    told = []
    for number, step in enumerate(steps):
        excluded = {each.card for each in step.premises if isinstance(each, Not)}
        said = {each for each in step.conclusions & needed if isinstance(each, Not)}
        uses = {
            next(index for index in range(number) if statement in steps[index].conclusions)
            for statement in step.premises
        }
        told.append(
            Reason(
                step.kind,
                step.seat,
                step.cards,
                step.asks,
                excluded=_bits(excluded) & ~step.cards,
                uses=tuple(sorted(uses)),
                out=_bits(each.card for each in said if each.out == step.seat),
            )
        )
    return tuple(told)


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
