"""Counts all deals that fit a situation.

The sets depend on each other only through the sizes of the hands. So the distributions of each set
are listed separately, and of the other sets only the number of cards of each seat matters.
"""

from collections import Counter
from functools import cached_property
from itertools import product

from literature.puzzles.facts import Facts, split_by_set
from literature.puzzles.situation import Situation

#: For each seat, the number of its cards of one or several sets.
Sizes = tuple[int, ...]

#: One distribution of a set's hidden cards: the holder of each card.
Arrangement = tuple[int, ...]


class Deals:
    """The deals of the hidden cards that fit a situation."""

    def __init__(self, situation: Situation, facts: Facts) -> None:
        self._facts = facts
        self._sets = split_by_set(situation, facts.hidden)
        self._never = facts.ruled_out()
        self._arrangements = [self._arrange(cards) for cards in self._sets]

    @cached_property
    def holders(self) -> dict[int, Counter[int]]:
        """For each hidden card and seat, the number of deals in which the seat holds the card."""
        players = len(self._facts.places)
        sums = [Counter(_sizes(way, players) for way in ways) for ways in self._arrangements]
        found: dict[int, Counter[int]] = {}
        for index, cards in enumerate(self._sets):
            others = _all_together(sums[:index] + sums[index + 1 :], self._facts.places)
            counted = [Counter[int]() for _card in cards]
            fitting = {
                sizes: others[tuple(map(int.__sub__, self._facts.places, sizes))]
                for sizes in sums[index]
            }
            for way in self._arrangements[index]:
                ways = fitting[_sizes(way, players)]
                for seats, seat in zip(counted, way, strict=True):
                    seats[seat] += ways
            found |= {card: +seats for card, seats in zip(cards, counted, strict=True)}
        return found

    def holder(self, card: int) -> int | None:
        """The one seat that holds a hidden card in every deal, or None."""
        seats = list(self.holders[card])
        return seats[0] if len(seats) == 1 else None

    def _arrange(self, cards: list[int]) -> list[Arrangement]:
        may = [
            [s for s in range(len(self._never)) if not self._never[s] >> card & 1] for card in cards
        ]
        needs = [
            (each.seat, [index for index, card in enumerate(cards) if each.cards >> card & 1])
            for each in self._facts.at_least
            if any(each.cards >> card & 1 for card in cards)
        ]
        return [
            way
            for way in product(*may)
            if all(any(way[index] == seat for index in indexes) for seat, indexes in needs)
        ]


def _sizes(way: Arrangement, players: int) -> Sizes:
    return tuple(map(way.count, range(players)))


def _all_together(sums: list[Counter[Sizes]], places: Sizes) -> Counter[Sizes]:
    """For some sets together: the number of distributions with each combination of hand sizes.

    Distributions that give a seat more cards than it has hidden cards are omitted.
    """
    together = Counter({(0,) * len(places): 1})
    for one in sums:
        wider: Counter[Sizes] = Counter()
        for (so_far, ways), (more, more_ways) in product(together.items(), one.items()):
            sizes = tuple(map(int.__add__, so_far, more))
            if all(map(int.__le__, sizes, places)):
                wider[sizes] += ways * more_ways
        together = wider
    return together
