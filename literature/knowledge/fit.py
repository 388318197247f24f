"""Finds a deal that fits what a seat knows, and the seats that can hold each card.

Each hidden card needs a place in a hand. A seat that must hold one of several cards keeps a place
for one of them; its other places take any card that it may hold. If each card has a place, the deal
fits. From one such deal all others follow by moving cards in circles, each to the place of the
next. So a card can be in a place if it is there already, or if a circle brings it there.

``Fit`` takes all sets, asks and hand sizes into account. It ignores only returned wrong claims
(``Knowledge.denied``).
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from literature.knowledge.deduction import Holds, sure
from literature.rules.cards import cards_in


class _Places(NamedTuple):
    """Equal places of a seat, and the bit set of the cards that they may take."""

    seat: int
    cards: int
    room: int


class Fit:
    """A deal that fits, and from it the possible holders of each card. The values are those of
    ``deduction.py``, after ``deduce``.

    ``cards``: the cards without a known holder. ``holder``: the holder of each card in this deal.
    """

    def __init__(self, may: Sequence[int], counts: Sequence[int], holds: Holds) -> None:
        known = sure(may)
        hidden = reduce(or_, may) & ~reduce(or_, known)
        self.cards = cards_in(hidden)
        self._known = known
        self._places: list[_Places] = []
        for seat, cards in enumerate(known):
            needed = [group & hidden for (holder, _), group in holds.items() if holder == seat]
            self._places += [_Places(seat, group, 1) for group in needed]
            room = counts[seat] - cards.bit_count() - len(needed)
            if room > 0:
                self._places.append(_Places(seat, may[seat] & hidden, room))
        self._taken = [0] * len(self._places)
        for card in self.cards:
            self._place(card, [1 << card])
        self.holder = {
            card: places.seat
            for places, taken in zip(self._places, self._taken, strict=True)
            for card in cards_in(taken)
        }

    def may(self) -> list[int]:
        """For each seat, the bit set of the cards that it can hold."""
        reach = self._reach()
        may = self._known[:]
        for places, taken in zip(self._places, self._taken, strict=True):
            comes = reduce(or_, (reach[card] for card in cards_in(taken)), taken)
            may[places.seat] |= places.cards & comes
        return may

    def _place(self, card: int, tried: list[int]) -> bool:
        """Find a place for a card. Other cards may have to move. ``tried`` holds the bit set of the
        cards that need not be tried again.
        """
        allowed = [n for n, places in enumerate(self._places) if places.cards >> card & 1]
        for number in allowed:
            if self._taken[number].bit_count() < self._places[number].room:
                self._taken[number] |= 1 << card
                return True
        for number in allowed:
            for other in cards_in(self._taken[number] & ~tried[0]):
                tried[0] |= 1 << other
                self._taken[number] ^= 1 << other | 1 << card
                if self._place(other, tried):
                    return True
                self._taken[number] ^= 1 << other | 1 << card
        return False

    def _reach(self) -> dict[int, int]:
        """For each card, the bit set of the cards that may have to move if this card moves: it
        takes the place of another card, which takes the place of a third card, and so on.
        """
        reach = {
            card: reduce(
                or_,
                (
                    taken
                    for places, taken in zip(self._places, self._taken, strict=True)
                    if places.cards >> card & 1
                ),
                0,
            )
            for card in self.cards
        }
        for middle in self.cards:
            for card, reached in reach.items():
                if reached >> middle & 1:
                    reach[card] |= reach[middle]
        return reach
