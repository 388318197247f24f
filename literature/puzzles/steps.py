"""The possible steps of an argument. A person can check each of them.

A step draws *conclusions* from *premises*. Both are statements about hidden cards:

- ``Is(card, seat)``: the seat holds the card. ``Not(card, seat)``: it does not.
- ``Needs(number)``: the asker of ask ``number`` holds another hidden card of the set.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from literature.puzzles.facts import AtLeast, Facts
from literature.puzzles.situation import YOU, Situation
from literature.rules.cards import cards_in


@dataclass(frozen=True, slots=True)
class Is:
    """``seat`` holds ``card``."""

    card: int
    seat: int


@dataclass(frozen=True, slots=True)
class Not:
    """``seat`` does not hold ``card``."""

    card: int
    out: int


@dataclass(frozen=True, slots=True)
class Needs:
    """The asker of ask ``number`` holds another hidden card of the set."""

    number: int


Statement = Is | Not | Needs


def sort_key(statement: Statement) -> tuple[str, int, int]:
    """The sort key of statements. Sorted statements make a situation's argument repeatable."""
    match statement:
        case Is(card, seat):
            return "is", card, seat
        case Not(card, out):
            return "not", card, out
        case Needs(number):
            return "needs", number, 0


MISSED = "missed"
ASKED = "asked"
ONLY = "only"
LAST = "last"
SEEN = "seen"
FULL = "full"
MUST = "must"
SPOKEN_FOR = "spoken"


def joins(kind: str) -> bool:
    """Whether a kind of step follows from other steps, not from the table or one line of the
    log.
    """
    return kind not in (MISSED, ASKED, SEEN)


def effort_of(kind: str) -> int:
    """The effort of a kind of step: 2 if it follows from other steps, otherwise 1."""
    return 2 if joins(kind) else 1


class Step(NamedTuple):
    """A step of an argument. ``cards`` is a bit set.

    - ``missed``: by a miss, neither the asker ``seat`` nor the target holds ``cards`` (one card).
    - ``asked``: by an ask, ``seat`` holds one of ``cards``, the other hidden cards of that set.
    - ``only``: no seat except ``seat`` can hold ``cards`` (one card).
    - ``last``: only ``cards`` (one card) can have made an ask by ``seat`` legal.
    - ``seen``: all cards of ``seat`` are open, so it holds no hidden card.
    - ``full``: ``cards`` fill all the places of ``seat`` for hidden cards.
    - ``must``: ``seat`` can hold only ``cards``, and it has just as many places for hidden cards.
    - ``spoken``: ``cards``, and one card for each of ``asks``, fill all the places of ``seat``.
    """

    kind: str
    seat: int
    cards: int
    asks: tuple[int, ...]
    premises: frozenset[Statement]
    conclusions: frozenset[Statement]

    @property
    def effort(self) -> int:
        """The effort of the step."""
        return effort_of(self.kind)


class Known:
    """The conclusions that follow from a situation by steps.

    - ``may[seat]``: a bit set of the hidden cards that a seat may hold.
    - ``holder[card]``: the holder of a hidden card, if it follows.
    - ``steps``: all possible steps.
    """

    def __init__(self, situation: Situation, facts: Facts) -> None:
        self.situation, self.facts = situation, facts
        self.others = [seat for seat in range(situation.players) if seat != YOU]
        self.may = [facts.hidden & ~never for never in facts.ruled_out()]
        self.holder: dict[int, int] = {}
        self._saturate()
        self.steps = list(dict.fromkeys(self._all()))

    def _saturate(self) -> None:
        before: list[int] = []
        while before != self.may:
            before = self.may[:]
            for step in self._all():
                for said in step.conclusions:
                    if isinstance(said, Not):
                        self.may[said.out] &= ~(1 << said.card)
                    elif isinstance(said, Is):
                        self.holder[said.card] = said.seat

    def _holds(self, cards: int, seat: int) -> list[Statement]:
        """The statements that a seat holds some cards, and that no other seat holds them."""
        said: list[Statement] = [Is(card, seat) for card in cards_in(cards)]
        others = [other for other in self.others if other != seat]
        return said + [Not(card, other) for card in cards_in(cards) for other in others]

    def _all(self) -> Iterator[Step]:
        for ask in self.facts.misses:
            said = [Not(ask.card, seat) for seat in (ask.seat, ask.of) if seat != YOU]
            yield _step(MISSED, ask.seat, 1 << ask.card, said, asks=[ask.number])
        for card in cards_in(self.facts.hidden):
            yield from self._only(card)
        for least in self.facts.at_least:
            yield _step(ASKED, least.seat, least.cards, [Needs(least.number)], asks=[least.number])
            yield from self._last(least)
        for seat in self.others:
            if seat not in self.facts.empty:
                yield from self._of_hand(seat)

    def _only(self, card: int) -> Iterator[Step]:
        may = [seat for seat in self.others if self.may[seat] >> card & 1]
        if len(may) == 1:
            rest = [
                Not(card, seat)
                for seat in self.others
                if seat != may[0] and seat not in self.facts.empty
            ]
            yield _step(ONLY, may[0], 1 << card, self._holds(1 << card, may[0]), rest)

    def _last(self, least: AtLeast) -> Iterator[Step]:
        left = least.cards & self.may[least.seat]
        if left.bit_count() == 1:
            rest = [Not(other, least.seat) for other in cards_in(least.cards & ~left)]
            premises: list[Statement] = [Needs(least.number), *rest]
            said = self._holds(left, least.seat)
            yield _step(LAST, least.seat, left, said, premises, asks=[least.number])

    def _of_hand(self, seat: int) -> Iterator[Step]:
        hidden, may, places = self.facts.hidden, self.may[seat], self.facts.places[seat]
        sure = sum(1 << card for card, holder in self.holder.items() if holder == seat)
        if not places:
            yield _step(SEEN, seat, 0, [Not(card, seat) for card in cards_in(hidden)])
            return
        if sure.bit_count() == places:
            rest = [Not(card, seat) for card in cards_in(hidden & ~sure)]
            yield _step(FULL, seat, sure, rest, [Is(card, seat) for card in cards_in(sure)])
        if may.bit_count() == places:
            rest = [Not(card, seat) for card in cards_in(hidden & ~may)]
            yield _step(MUST, seat, may, self._holds(may, seat), rest)
        yield from self._spoken_for(seat, sure)

    def _spoken_for(self, seat: int, sure: int) -> Iterator[Step]:
        """The ``spoken`` steps of a seat.

        For each set, a step uses the seat's known cards of the set, or one of the seat's asks for
        the set.
        """
        choices: list[list[tuple[int, AtLeast | None]]] = []
        for whole in self.situation.deck.sets:
            needs = [
                each
                for each in self.facts.at_least
                if each.seat == seat and each.cards & whole.mask
            ]
            options: list[tuple[int, AtLeast | None]] = [(sure & whole.mask, None)]
            choices.append(options + [(0, need) for need in needs])
        for chosen in product(*choices):
            cards = reduce(or_, (known for known, _need in chosen))
            asks = [need for _known, need in chosen if need]
            if asks and cards.bit_count() + len(asks) == self.facts.places[seat]:
                taken = reduce(or_, (need.cards for need in asks), cards)
                rest = [Not(card, seat) for card in cards_in(self.facts.hidden & ~taken)]
                premises: list[Statement] = [Is(card, seat) for card in cards_in(cards)]
                premises += [Needs(need.number) for need in asks]
                yield _step(SPOKEN_FOR, seat, cards, rest, premises, [need.number for need in asks])


def _step(
    kind: str,
    seat: int,
    cards: int,
    conclusions: Iterable[Statement],
    premises: Iterable[Statement] = (),
    asks: Iterable[int] = (),
) -> Step:
    return Step(kind, seat, cards, tuple(asks), frozenset(premises), frozenset(conclusions))
