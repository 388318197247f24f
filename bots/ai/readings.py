"""Readings: evidence as numbers. How a seat's asks change the odds of what it holds of a set.

``python -m benchmarks.bots readings`` measured the strengths.
"""

from typing import Final

from bots.ai.evidence import Evidence
from bots.ai.knowledge import Knowledge
from game.rules.cards import cards_in

#: An ask in a set is so many times likelier with each card more that the asker holds of it.
DEPTH: Final = 2.2
#: So many runs of asks of a seat in a set are read; later ones say little more.
MOST_RUNS: Final = 3
#: A risky ask is so many times likelier where the asker could not take an open card instead.
PASSED_OVER: Final = 0.12

Table = tuple[float, ...]


class Reader:
    """The readings of one seat's knowledge, kept until what they rest on changes."""

    def __init__(self, depth: float = DEPTH, passed_over: float = PASSED_OVER) -> None:
        self.depth, self.passed_over = depth, passed_over
        self._kept: dict[tuple[int, int], tuple[object, Table | None]] = {}

    def tables(self, knowledge: Knowledge, card_set: int, known: list[int]) -> dict[int, Table]:
        """For each seat with a reading: the odds of what was seen, by its hidden cards of the set.

        ``known`` has the sure cards of each seat.
        """
        evidence = knowledge.evidence
        mask = knowledge.deck.sets[card_set].mask
        located = tuple(cards & mask for cards in known)
        tables = {}
        for seat in range(len(known)):
            where = seat, card_set
            asks, passed = evidence.asks.get(where, []), evidence.passed_over.get(where, [])
            if seat == knowledge.seat or not (asks or passed):
                continue
            rests_on = located, len(asks), len(passed)
            kept = self._kept.get(where)
            if kept is None or kept[0] != rests_on:
                table = self._table(evidence, seat, located, mask, asks[:MOST_RUNS], passed)
                kept = self._kept[where] = rests_on, table
            if kept[1] is not None:
                tables[seat] = kept[1]
        return tables

    def _table(
        self,
        evidence: Evidence,
        seat: int,
        located: tuple[int, ...],
        mask: int,
        asks: list[int],
        passed: list[int],
    ) -> Table | None:
        places = [(card, now) for now, cards in enumerate(located) for card in cards_in(cards)]
        hidden = mask.bit_count() - len(places)
        odds = [self.depth ** (len(asks) * more) for more in range(hidden + 1)]
        for number in passed:
            if not any(evidence.holder_at(card, number, now) == seat for card, now in places):
                odds[1:] = [each * self.passed_over for each in odds[1:]]
        if all(each == odds[0] for each in odds):
            return None
        return tuple(each / max(odds) for each in odds)
