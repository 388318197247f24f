"""Evidence: what an ask suggests beyond what follows from it.

Two habits of players, both soft (``bots/ai/readings.py`` has their strengths):

- A player asks in sets of which it holds many cards.
- A player takes a card that is openly an opponent's if it can. Whoever takes a risk instead
  probably holds no card of that set.

What an ask suggests depends on how many cards of the set the player held *then*. Cards move in the
open, so that is the cards that are known by now to have been there then, and the cards that have
not been located yet: they have been where they are since the deal.
"""

from dataclasses import dataclass, field

from game.rules.decks import Deck
from game.rules.moves import Asked


@dataclass
class Evidence:
    """The asks of a game, by seat and set.

    - ``asks[seat, set]``: the numbers of the asks that opened a run of asks in that set.
    - ``passed_over[seat, set]``: the numbers of risky asks elsewhere while an opponent openly held
      a card of the set.
    """

    _deck: Deck
    asks: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    passed_over: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    _holders: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    _last: tuple[int, int] = (-1, -1)

    def take_in(self, asked: Asked) -> None:
        """Note an ask. To be called in the order of the asks."""
        card_set = self._deck.set_indexes[asked.card]
        if self.open_holder(asked.card) != asked.of:
            if (asked.seat, card_set) != self._last:
                self.asks.setdefault((asked.seat, card_set), []).append(asked.number)
            for other in self._open_sets(asked.seat) - {card_set}:
                self.passed_over.setdefault((asked.seat, other), []).append(asked.number)
        self._last = (asked.seat, card_set) if asked.hit else (-1, -1)
        if asked.hit:
            path = self._holders.setdefault(asked.card, [(-1, asked.of)])
            path.append((asked.number, asked.seat))

    def forget(self, cards: int) -> None:
        """Leave out the cards of a set that has left play."""
        for card in list(self._holders):
            if cards >> card & 1:
                del self._holders[card]

    def holder_at(self, card: int, number: int, now: int) -> int:
        """Who held a card before the move of that number; ``now`` is who holds it now."""
        path = self._holders.get(card)
        if path is None:
            return now
        return next(seat for moved, seat in reversed(path) if moved < number)

    def open_holder(self, card: int) -> int:
        """Who holds a card that went from hand to hand before everybody's eyes, or -1."""
        path = self._holders.get(card)
        return path[-1][1] if path else -1

    def _open_sets(self, seat: int) -> set[int]:
        """The sets of which an opponent of ``seat`` openly holds a card."""
        return {
            self._deck.set_indexes[card]
            for card, path in self._holders.items()
            if (path[-1][1] ^ seat) & 1
        }
