"""Turns evidence into numbers: a seat's asks change the odds of the hidden cards that it may hold.

``python -m benchmarks.tune_ask_odds`` measures how strongly the two habits of players
(``literature/knowledge/evidence.py``) change the odds.
"""

from dataclasses import dataclass
from typing import Final

from literature.knowledge.knowledge import Knowledge
from literature.rules.cards import cards_in

#: Each further card of a set in the asker's hand makes an ask in that set likelier by this factor.
DEPTH: Final = 3.0
#: At most this many of a seat's runs of asks in a set are used. Later runs tell little more.
MOST_RUNS: Final = 4
#: A player made a risky ask although a card of another set could be taken. This factor multiplies
#: the odds that the player held a card of that other set.
PASSED_OVER: Final = 0.1

Table = tuple[float, ...]


@dataclass(frozen=True)
class Reader:
    """How strongly the two habits of players (``evidence.py``) change the odds."""

    depth: float = DEPTH
    passed_over: float = PASSED_OVER
    most_runs: int = MOST_RUNS

    def tables(self, knowledge: Knowledge, card_set: int, known: list[int]) -> dict[int, Table]:
        """For each seat with evidence: how likely its asks are, by the number of hidden cards of
        the set that it holds. ``known`` has the sure cards of each seat.
        """
        evidence = knowledge.evidence
        mask = knowledge.deck.sets[card_set].mask
        places = [
            (card, seat) for seat, cards in enumerate(known) for card in cards_in(cards & mask)
        ]
        hidden = mask.bit_count() - len(places)
        moved = [each for each in places if evidence.open_holder(each[0]) >= 0]
        tables = {}
        for seat in range(len(known)):
            asks = evidence.asks.get((seat, card_set), [])[: self.most_runs]
            passed = evidence.passed_over.get((seat, card_set), [])
            if seat == knowledge.seat or not (asks or passed):
                continue
            odds = [self.depth ** (len(asks) * more) for more in range(hidden + 1)]
            if any(now == seat for card, now in places if (card, now) not in moved):
                passed = []  # The seat has held a card of the set since the deal.
            for number in passed:
                if not any(evidence.holder_at(card, number, now) == seat for card, now in moved):
                    odds[1:] = [each * self.passed_over for each in odds[1:]]
            if any(each != odds[0] for each in odds):
                tables[seat] = tuple(each / max(odds) for each in odds)
        return tables


READER: Final = Reader()
