"""The possible steps of an argument. A person can check each of them.

A step draws *conclusions* from *premises*. Both are statements about hidden cards:

- ``IS``: the seat holds the card. ``NOT``: it does not.
- ``NEEDS``: the asker of an ask holds another hidden card of the set.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from literature.knowledge.facts import seats_of
from literature.knowledge.reasons import (
    FullHand,
    LastCard,
    Missed,
    OneOf,
    OnlyHolder,
    Reason,
    WholeHand,
)
from literature.puzzles.situation import YOU, Situation
from literature.rules.cards import cards_in

#: The kinds of statements, in the order in which they are sorted.
IS, NEEDS, NOT = range(3)


class Statement(NamedTuple):
    """A statement about a hidden card and a seat, or (for ``NEEDS``) about ask ``card`` of a seat.
    Sorted statements make a situation's argument repeatable.
    """

    kind: int
    card: int
    seat: int


#: The reasons in arguments.
Told = Missed | OneOf | OnlyHolder | LastCard | FullHand | WholeHand


class Step(NamedTuple):
    """A step of an argument. ``asks``: the numbers of the asks that it uses."""

    reason: Told
    asks: tuple[int, ...]
    premises: frozenset[Statement]
    conclusions: frozenset[Statement]

    @property
    def effort(self) -> int:
        """The effort of the step: 2 if it follows from other steps, otherwise 1."""
        return 2 if joins(self.reason, self.premises) else 1


def joins(reason: Reason, premises: Collection[object]) -> bool:
    """Whether a step follows from other steps, not from the table or one line of the log. A full
    hand without ``premises`` is one whose cards are all open.
    """
    if isinstance(reason, FullHand):
        return bool(premises)
    return not isinstance(reason, Missed | OneOf)


class Known:
    """The conclusions that follow from a situation by steps.

    - ``may[seat]``: a bit set of the hidden cards that a seat may hold.
    - ``holder[card]``: the holder of a hidden card, if it follows.
    - ``steps``: all possible steps.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation, self.facts = situation, situation.facts
        self.others = [seat for seat in range(situation.players) if seat != YOU]
        self.may = [self.facts.hidden & ~never for never in self.facts.ruled_out()]
        self.holder: dict[int, int] = {}
        self._saturate()
        self.steps = list(dict.fromkeys(self._all()))

    def _saturate(self) -> None:
        before: list[int] = []
        while before != self.may:
            before = self.may[:]
            for step in self._all():
                for kind, card, seat in step.conclusions:
                    if kind == NOT:
                        self.may[seat] &= ~(1 << card)
                    elif kind == IS:
                        self.holder[card] = seat

    def _holds(self, cards: int, seat: int) -> list[Statement]:
        """The statements that a seat holds some cards, and that no other seat holds them."""
        return [
            Statement(IS if other == seat else NOT, card, other)
            for card in cards_in(cards)
            for other in self.others
        ]

    def _all(self) -> Iterator[Step]:
        for miss in self.facts.misses:
            said = [Statement(NOT, miss.card, seat) for seat in seats_of(miss) if seat != YOU]
            yield _step(miss, said, asks=[miss.move])
        for card in cards_in(self.facts.hidden):
            yield from self._only(card)
        for need in self.facts.one_of:
            yield _step(need, [_needs(need)], asks=[need.move])
            yield from self._last(need)
        for seat in self.others:
            if seat not in self.facts.empty:
                yield from self._of_hand(seat)

    def _only(self, card: int) -> Iterator[Step]:
        may = [seat for seat in self.others if self.may[seat] >> card & 1]
        if len(may) == 1:
            rest = [
                Statement(NOT, card, seat)
                for seat in self.others
                if seat != may[0] and seat not in self.facts.empty
            ]
            yield _step(OnlyHolder(may[0], card), self._holds(1 << card, may[0]), rest)

    def _last(self, need: OneOf) -> Iterator[Step]:
        left = need.cards & self.may[need.seat]
        if left.bit_count() == 1:
            rest = _lacks(need.seat, need.cards & ~left)
            reason = LastCard(need.move, need.seat, need.asked, left.bit_length() - 1)
            said = self._holds(left, need.seat)
            yield _step(reason, said, [_needs(need), *rest], asks=[need.move])

    def _of_hand(self, seat: int) -> Iterator[Step]:
        hidden, may, places = self.facts.hidden, self.may[seat], self.facts.places[seat]
        opened = self.facts.open[seat]
        sure = sum(1 << card for card, holder in self.holder.items() if holder == seat)
        if sure.bit_count() == places:
            premises = [Statement(IS, card, seat) for card in cards_in(sure)]
            yield _step(FullHand(seat, opened | sure), _lacks(seat, hidden & ~sure), premises)
        if not places:
            return
        if may.bit_count() == places:
            rest = _lacks(seat, hidden & ~may)
            yield _step(WholeHand(seat, opened | may), self._holds(may, seat), rest)
        yield from self._spoken_for(seat, sure)

    def _spoken_for(self, seat: int, sure: int) -> Iterator[Step]:
        """The steps for a hand of which some cards are unknown, but not their sets.

        For each set, a step uses the seat's known cards of the set, or one of the seat's asks for
        the set.
        """
        choices: list[list[tuple[int, OneOf | None]]] = []
        for whole in self.situation.deck.sets:
            needs = [
                each for each in self.facts.one_of if each.seat == seat and each.cards & whole.mask
            ]
            options: list[tuple[int, OneOf | None]] = [(sure & whole.mask, None)]
            choices.append(options + [(0, need) for need in needs])
        for chosen in product(*choices):
            cards = reduce(or_, (known for known, _need in chosen))
            asks = [need for _known, need in chosen if need]
            if asks and cards.bit_count() + len(asks) == self.facts.places[seat]:
                taken = reduce(or_, (need.cards for need in asks), cards)
                rest = _lacks(seat, self.facts.hidden & ~taken)
                premises = [Statement(IS, card, seat) for card in cards_in(cards)]
                premises += map(_needs, asks)
                sets = tuple(self.situation.deck.set_indexes[need.asked] for need in asks)
                reason = FullHand(seat, self.facts.open[seat] | cards, sets)
                yield _step(reason, rest, premises, [need.move for need in asks])


def _lacks(seat: int, cards: int) -> list[Statement]:
    return [Statement(NOT, card, seat) for card in cards_in(cards)]


def _needs(need: OneOf) -> Statement:
    return Statement(NEEDS, need.move, need.seat)


def _step(
    reason: Told,
    conclusions: Iterable[Statement],
    premises: Iterable[Statement] = (),
    asks: Iterable[int] = (),
) -> Step:
    return Step(reason, tuple(asks), frozenset(premises), frozenset(conclusions))
