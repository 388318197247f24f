"""Knowledge: what one seat knows from its own cards and every public event.

A ``Knowledge`` follows one game from one seat. Each event is added once, so the cost of a move does
not grow with the length of the game.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from literature.knowledge.deduction import Denied, Holds, deduce, give, sure
from literature.knowledge.evidence import Evidence
from literature.rules.deal import hand_sizes
from literature.rules.decks import DECKS
from literature.rules.information_state import InformationState
from literature.rules.moves import Asked, Claimed, Event, Holders
from literature.rules.options import Rules

#: The seat of public knowledge. No table has this seat.
NOBODY: Final = -1


class Knowledge:
    """All that one seat knows.

    - ``may[seat]``: bit set of the cards that the seat may hold, by ``deduce``.
    - ``seen[seat]``: the same without deductions (only from own cards, asks and claims), for levels
      that do not deduce.
    - ``counts[seat]``: the size of its hand. Every change is public, even where counts are secret.
    - ``moved[card]``: the number of the ask that last brought the card to another hand, or -1.
    - ``returned``: the claims that the rules refuse as ``repeated_claim`` (``legality.py``).
    - ``holds`` and ``denied``: facts from which deductions are still possible (``deduction.py``).
    - ``evidence``: hints in asks, which prove nothing.
    - ``vain_asks``: the number of asks that could not hit (as this seat knew) since the last ask
      that gave the seat new information, or since a set left play.
    - ``events``: the events so far; ``number``: the number of these events.
    """

    def __init__(self, rules: Rules, seat: int, dealer: int, dealt: int) -> None:
        self.rules = rules
        self.deck = DECKS[rules.deck]
        self.seat = seat
        self.number = 0
        self._dealer = dealer
        self.counts = list(hand_sizes(rules, dealer))
        others = self.deck.mask & ~dealt
        self.seen = [dealt if each == seat else others for each in range(rules.players)]
        self.may = self.seen[:]
        self.moved = [-1] * 54
        self.returned: set[Holders] = set()
        self.holds: Holds = {}
        self.denied: Denied = []
        self.evidence = Evidence(self.deck)
        self.vain_asks = 0
        self.events: list[Event] = []
        self._public: Knowledge | None = None

    @classmethod
    def of(cls, information_state: InformationState) -> "Knowledge":
        """The knowledge of a seat from the whole game so far. Raise ValueError for a spectator."""
        if information_state.seat is None or information_state.dealt is None:
            raise ValueError("a spectator holds no cards to reason from")
        knowledge = cls(
            information_state.rules,
            information_state.seat,
            information_state.dealer,
            information_state.dealt,
        )
        knowledge.update(information_state.log)
        return knowledge

    def update(self, events: Iterable[Event]) -> None:
        """Add events in order.

        Known events are skipped. Raise ValueError if an event is missing.
        """
        for event in events:
            if event.number < self.number:
                continue
            if event.number > self.number:
                raise ValueError(f"event {event.number} came where {self.number} was due")
            if isinstance(event, Asked):
                self._asked(event)
            elif isinstance(event, Claimed):
                if event.revealed is None:
                    self._returned(event)
                else:
                    self._resolved(event.card_set, event.revealed)
            self.events.append(event)
            self.number += 1

    def public(self) -> "Knowledge":
        """Public knowledge: the knowledge of a seat that was dealt no cards."""
        if self._public is None:
            self._public = Knowledge(self.rules, NOBODY, self._dealer, 0)
        self._public.update(self.events[self._public.number :])
        return self._public

    def sure(self) -> list[int]:
        """The bit set of the cards that each seat holds for certain."""
        return sure(self.may)

    def places(self, known: Sequence[int]) -> list[int]:
        """The number of cards of each seat besides its ``known`` cards."""
        return [count - cards.bit_count() for count, cards in zip(self.counts, known, strict=True)]

    def prospects(self, seat: int) -> int:
        """The number of cards that a seat can surely get: cards that opponents surely hold, in sets
        of which the seat surely holds a card.
        """
        known = self.sure()
        theirs = sum(known[1 - (seat & 1) :: 2])
        return sum(
            (card_set.mask & theirs).bit_count()
            for card_set in self.deck.sets
            if card_set.mask & known[seat]
        )

    def live(self) -> int:
        """The bit set of the cards that are still in play."""
        return reduce(or_, self.may)

    def possible(self, card: int) -> list[int]:
        """The seats that may hold a card. No seat may hold a card that has left play."""
        return [seat for seat, cards in enumerate(self.may) if cards >> card & 1]

    def asked_in(self, seat: int) -> list[int]:
        """Bit sets of cards. The seat holds at least one card of each, but it is unknown which."""
        return [cards for (holder, _), cards in self.holds.items() if holder == seat]

    def fits(self, card_set: int, holders: Holders) -> bool:
        """Whether a claim fits the asks, the returned claims and the sizes of hands, and is not a
        forbidden repetition. It does not check whether the holders are possible (``may``).
        """
        if holders in self.returned or any(set(pairs) <= set(holders) for pairs in self.denied):
            return False
        for (seat, index), cards in self.holds.items():
            if index == card_set and not any(
                holder == seat and cards >> card & 1 for card, holder in holders
            ):
                return False
        hands = self.sure()
        for card, seat in holders:
            hands[seat] |= 1 << card
        sizes = zip(hands, self.counts, strict=True)
        return all(hand.bit_count() <= count for hand, count in sizes)

    def _asked(self, event: Asked) -> None:
        card, possible = 1 << event.card, self.possible(event.card)
        if event.of not in possible:
            self.vain_asks += 1
        elif len(possible) > 1:
            self.vain_asks = 0
        if event.hit or self.rules.ask_held_card == "illegal":
            self._rule_out(event.seat, card)
        if not event.hit:
            self._rule_out(event.of, card)
        self._note_asker(event)
        self.evidence.add(event)
        if event.hit:
            self._place(event.card, event.of)
        self._deduce()
        if event.hit:
            for may in (self.seen, self.may):
                may[event.of] &= ~card
                may[event.seat] |= card
            self.counts[event.of] -= 1
            self.counts[event.seat] += 1
            self.moved[event.card] = event.number
            self.returned.clear()
            self._deduce()

    def _note_asker(self, event: Asked) -> None:
        """Record that an asker holds a card of the set.

        A card comes back to a hand only by a hit, and then its holder is known. So this fact is at
        least as precise as an earlier fact about the same seat and set. But if the asker is known
        to hold a card that made the ask legal, the earlier fact is kept.
        """
        cards = self.may[event.seat] & self.deck.set_masks[event.card]
        if not cards & self.sure()[event.seat]:
            self.holds[event.seat, self.deck.set_indexes[event.card]] = cards

    def _returned(self, event: Claimed) -> None:
        """Record a claim with a wrong holder within the right team. The cards stay in play."""
        self.returned.add(event.holders)
        self.denied.append(event.holders)
        for seat in range(self.rules.players):
            if (seat ^ event.seat) & 1:
                self._rule_out(seat, self.deck.sets[event.card_set].mask)
        self._deduce()

    def _resolved(self, card_set: int, revealed: Holders) -> None:
        """Record that a set left play.

        The holders of its revealed cards allow conclusions. Then its cards are removed.
        """
        for card, seat in revealed:
            self._place(card, seat)
        self._deduce()
        for card, seat in revealed:
            self._rule_out(seat, 1 << card)
            self.counts[seat] -= 1
        self.evidence.forget(self.deck.sets[card_set].mask)
        self.returned.clear()
        self.vain_asks = 0
        self._deduce()

    def _rule_out(self, seat: int, cards: int) -> None:
        for may in (self.seen, self.may):
            may[seat] &= ~cards

    def _place(self, card: int, seat: int) -> None:
        for may in (self.seen, self.may):
            give(may, seat, 1 << card)

    def _deduce(self) -> None:
        deduce(self.may, self.counts, self.holds, self.denied)
