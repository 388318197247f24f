"""Evidence: an ask gives hints that are not certain, in addition to logical conclusions.

The hints come from two habits of players (``ask_odds.py`` has their effect on the odds):

- A player asks in sets of which they hold many cards.
- If everybody knows which opponent holds a card, a player who may ask for it usually takes it. A
  player who makes a risky ask instead probably holds no card of that card's set.

The first hint depends on the number of cards of the set that the player held at the time of the
ask. Hits are public. So this number has two parts: the cards that the player is known to have held
at that time, and cards whose holder is still unknown. The unknown cards have not moved since the
deal.
"""

from dataclasses import dataclass, field

from literature.rules.decks import Deck
from literature.rules.moves import Asked


@dataclass
class Evidence:
    """The asks of a game, by seat and set.

    An ask is risky unless a hit has shown everybody that the target holds the card. A run is a
    sequence of asks by one seat in one set, up to a miss.

    - ``asks[seat, set]``: the move numbers of the risky asks that began a run in that set.
    - ``passed_over[seat, set]``: the move numbers of risky asks in other sets, made while an
      opponent was publicly known to hold a card of this set.
    """

    _deck: Deck
    asks: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    passed_over: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    _holders: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    _last: tuple[int, int] = (-1, -1)

    def add(self, asked: Asked) -> None:
        """Add an ask. Asks must be added in their order."""
        card_set = self._deck.set_indexes[asked.card]
        if self.open_holder(asked.card) != asked.of:
            if (asked.seat, card_set) != self._last:
                self.asks.setdefault((asked.seat, card_set), []).append(asked.number)
            # The sets of which an opponent is publicly known to hold a card.
            open_sets = {
                self._deck.set_indexes[card]
                for card, path in self._holders.items()
                if (path[-1][1] ^ asked.seat) & 1
            }
            for other in open_sets - {card_set}:
                self.passed_over.setdefault((asked.seat, other), []).append(asked.number)
        self._last = (asked.seat, card_set) if asked.hit else (-1, -1)
        if asked.hit:
            path = self._holders.setdefault(asked.card, [(-1, asked.of)])
            path.append((asked.number, asked.seat))

    def forget(self, cards: int) -> None:
        """Drop the cards of a set that has left play."""
        for card in list(self._holders):
            if cards >> card & 1:
                del self._holders[card]

    def holder_at(self, card: int, number: int, now: int) -> int:
        """The holder of a card before move ``number``. ``now`` is the present holder."""
        path = self._holders.get(card)
        if path is None:
            return now
        return next(seat for moved, seat in reversed(path) if moved < number)

    def open_holder(self, card: int) -> int:
        """The seat that got the card by the last hit for it, or -1."""
        path = self._holders.get(card)
        return path[-1][1] if path else -1
