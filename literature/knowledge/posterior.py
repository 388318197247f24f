"""The posterior: how likely each seat is to hold each hidden card, given all that one seat has
seen.
"""

from collections.abc import Sequence

import numpy as np

from literature.knowledge import coupling
from literature.knowledge.arrangements import (
    Arrangements,
    Floats,
    Hidden,
    arrangements,
    is_drawn,
    ways,
)
from literature.knowledge.ask_odds import READER, Reader
from literature.knowledge.coupling import QUICK, Care
from literature.knowledge.knowledge import Knowledge
from literature.rules.cards import cards_in
from literature.rules.moves import Holders, holders_of


class Posterior:
    """Probabilities at one position.

    ``exact``: whether they are exact. They are approximate if a set has too many arrangements, or
    if the sizes of hands can be taken into account only approximately.
    """

    def __init__(
        self, knowledge: Knowledge, reader: Reader | None = READER, care: Care = QUICK
    ) -> None:
        self.knowledge = knowledge
        self.known = knowledge.sure()
        self.live = knowledge.live()
        self._hidden = self.live & ~sum(self.known)
        room = knowledge.places(self.known)
        self.seats = [seat for seat, places in enumerate(room) if places]
        self.classes: dict[int, list[list[int]]] = {}
        self.sets: dict[int, Arrangements] = {}
        self.odds: dict[int, Floats] = {}
        self._rows: dict[int, list[float]] = {}
        self._ours: dict[int, float] = {}
        self.exact = True
        if not self._hidden:
            return
        for card_set in knowledge.deck.sets:
            if card_set.mask & self._hidden:
                self._read(card_set.index, room, reader)
        places = np.array([room[seat] for seat in self.seats], dtype=np.float64)
        sets = list(self.sets.values())
        found = coupling.exact(sets, places, care.most_steps)
        if found is None:
            self.exact = False
            found = coupling.approximate(sets, places, by_seat=care.by_seat)
        self.odds = dict(zip(self.sets, found, strict=True))
        for index, chances in self.odds.items():
            all_placed = self.sets[index].placed
            flat = all_placed.reshape(len(all_placed), -1)
            placed_by = (chances @ flat).reshape(all_placed.shape[1:])
            everywhere = np.zeros((len(placed_by), len(room)))
            everywhere[:, self.seats] = placed_by / [[len(each)] for each in self.classes[index]]
            rows = everywhere.tolist()
            for each, row in zip(self.classes[index], rows, strict=True):
                self._rows |= dict.fromkeys(each, row)

    def chance(self, card: int, seat: int) -> float:
        """The probability that a seat holds a card."""
        return self.row(card)[seat]

    def row(self, card: int) -> list[float]:
        """For each seat, the probability that it holds a card."""
        row = self._rows.get(card)
        if row is None:
            row = [float(cards >> card & 1) for cards in self.known]
            self._rows[card] = row
        return row

    def ours(self, card_set: int) -> float:
        """The expected part of a set that the seat's own team holds."""
        if card_set not in self._ours:
            cards = self.knowledge.deck.sets[card_set].cards
            team = slice(self.knowledge.seat & 1, None, 2)
            self._ours[card_set] = sum(sum(self.row(card)[team]) for card in cards) / len(cards)
        return self._ours[card_set]

    def holds_any(self, card_set: int, seat: int) -> float:
        """The probability that a seat holds any card of a set."""
        if self.known[seat] & self.knowledge.deck.sets[card_set].mask:
            return 1.0
        if card_set not in self.sets or seat not in self.seats:
            return 0.0
        none = self.sets[card_set].counts[:, self.seats.index(seat)] == 0
        return 1.0 - float(self.odds[card_set][none].sum())

    def is_last(self, card: int, seat: int) -> float:
        """The probability that a seat holds a card and its team holds no other card of the set."""
        card_set = self.knowledge.deck.set_indexes[card]
        mask = self.knowledge.deck.sets[card_set].mask
        if any(cards & mask for cards in self.known[seat & 1 :: 2]) or seat not in self.seats:
            return 0.0
        classes = self.classes.get(card_set, [])
        index = next((index for index, cards in enumerate(classes) if card in cards), None)
        if index is None:  # The holder is known.
            return 0.0
        rows = self.sets[card_set]
        theirs = [place for place, each in enumerate(self.seats) if not (each ^ seat) & 1]
        single = rows.counts[:, theirs].sum(axis=1) == 1
        placed = rows.placed[single, index, self.seats.index(seat)]
        return float(self.odds[card_set][single] @ placed) / len(classes[index])

    def claim_chance(self, card_set: int, holders: Holders) -> float:
        """The probability that a claim of a set is right."""
        named = dict(holders)
        cards = self.knowledge.deck.sets[card_set].cards
        sure = sum(self.known) & self.knowledge.deck.sets[card_set].mask
        if any(sure >> card & 1 and not self.known[named[card]] >> card & 1 for card in cards):
            return 0.0
        if card_set not in self.sets:
            return 1.0
        rows, hidden = self.sets[card_set], [card for card in cards if not sure >> card & 1]
        if any(named[card] not in self.seats for card in hidden):
            return 0.0
        wanted = np.zeros(rows.placed.shape[1:])
        for index, each in enumerate(self.classes[card_set]):
            for card in each:
                wanted[index, self.seats.index(named[card])] += 1
        same = (rows.placed == wanted).all(axis=(1, 2))
        # Random arrangements may occur more than once, so their probabilities are added.
        return float(self.odds[card_set][same].sum()) / ways(wanted)

    def best_claim(self, card_set: int) -> tuple[float, Holders] | None:
        """The likeliest claim of a set for the seat's team, with its probability.

        None if the team can't hold the set, or if every possible claim is forbidden.
        """
        knowledge = self.knowledge
        team = knowledge.seat & 1
        mask = knowledge.deck.sets[card_set].mask
        if any(cards & mask for cards in self.known[1 - team :: 2]):
            return None
        sure = [(c, s) for s, cards in enumerate(self.known) for c in cards_in(cards & mask)]
        if card_set not in self.sets:
            holders = holders_of(sure)
            return None if holders in knowledge.returned else (1.0, holders)
        rows = self.sets[card_set]
        theirs = [place for place, seat in enumerate(self.seats) if (seat ^ team) & 1]
        ours = np.flatnonzero(rows.counts[:, theirs].sum(axis=1) == 0)
        each = [(self.odds[card_set][row] / ways(rows.placed[row]), row) for row in ours]
        for chance, row in sorted(each, reverse=True):
            holders = holders_of([*sure, *self._dealt(card_set, rows.placed[row])])
            if holders not in knowledge.returned:
                return float(chance), holders
        return None

    def _dealt(self, card_set: int, placed: Floats) -> list[tuple[int, int]]:
        """The holders in an arrangement, card by card. Within a class the order does not matter."""
        pairs: list[tuple[int, int]] = []
        for cards, counts in zip(self.classes[card_set], placed, strict=True):
            seats = [s for s, n in zip(self.seats, counts, strict=True) for _ in range(int(n))]
            pairs += zip(cards, seats, strict=True)
        return pairs

    def _read(self, index: int, room: Sequence[int], reader: Reader | None) -> None:
        """Sort the hidden cards of a set into classes, and list their arrangements."""
        knowledge = self.knowledge
        cards = self._hidden & knowledge.deck.sets[index].mask
        holds = [
            (seat, group & cards)
            for (seat, card_set), group in knowledge.holds.items()
            if card_set == index
        ]
        denied = [pairs for pairs in knowledge.denied if cards >> pairs[0][0] & 1]
        named = {card for pairs in denied for card, _ in pairs}
        sorts: dict[tuple[tuple[int, ...], tuple[int, ...], int], list[int]] = {}
        for card in cards_in(cards):
            among = (s for s, seat in enumerate(self.seats) if knowledge.may[seat] >> card & 1)
            grouped = (group >> card & 1 for _, group in holds)
            alike = tuple(among), tuple(grouped), card if card in named else -1
            sorts.setdefault(alike, []).append(card)
        self.classes[index] = classes = list(sorts.values())
        class_of = {card: number for number, each in enumerate(classes) for card in each}
        hidden = Hidden(
            tuple((len(each), alike[0]) for alike, each in sorts.items()),
            tuple(
                (self.seats.index(seat), tuple(sorted({class_of[c] for c in cards_in(group)})))
                for seat, group in holds
            ),
            tuple(
                tuple((class_of[card], self.seats.index(seat)) for card, seat in pairs)
                for pairs in denied
            ),
            tuple(min(room[seat], cards.bit_count()) for seat in self.seats),
        )
        tables = reader.tables(knowledge, index, self.known) if reader else {}
        readings = ((s, tables[seat]) for s, seat in enumerate(self.seats) if seat in tables)
        self.sets[index] = arrangements(hidden, tuple(readings))
        if is_drawn(hidden):
            self.exact = False
