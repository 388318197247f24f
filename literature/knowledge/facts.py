"""The plain facts that a seat can take from its cards and the asks: the known holders of cards, and
the holders that are ruled out.

A card that an ask has moved is *open*: everybody knows its holder. A card in play that is neither
open nor in the thinking seat's hand is *hidden*. No ask has moved a hidden card, so its holder has
held it since the deal. Therefore a fact about a hidden card has been true since the deal.
"""

from collections.abc import Iterable, Sequence

from literature.knowledge.reasons import Missed, OneOf
from literature.rules.cards import cards_in
from literature.rules.decks import Deck
from literature.rules.moves import Asked


class Facts:
    """The plain facts of a seat. Sets of cards are bit sets.

    - ``hidden``: the hidden cards; ``places[seat]``: the number of them that a seat holds.
    - ``open[seat]``: the open cards of a seat.
    - ``moves[card]``: the asks that moved an open card, in order.
    - ``misses``: the misses for hidden cards.
    - ``one_of``: the facts from asks whose asker held no open card of the same set.
    - ``empty``: the seats without cards, except the thinking seat.
    """

    def __init__(
        self,
        deck: Deck,
        you: int,
        hand: int,
        counts: Sequence[int],
        asks: Iterable[Asked],
        live: int,
        *,
        may_hold: bool = False,
    ) -> None:
        """``asks``: the asks for ``live`` cards. ``may_hold``: the rules let players ask for cards
        that they hold.
        """
        asks = list(asks)
        self.you, self.hand, self.may_hold = you, hand, may_hold
        self.moves: dict[int, list[Asked]] = {}
        for ask in asks:
            if ask.hit:
                self.moves.setdefault(ask.card, []).append(ask)
        self.open = [0] * len(counts)
        for card, moves in self.moves.items():
            self.open[moves[-1].seat] |= 1 << card
        self.hidden = live & ~hand & ~sum(self.open)
        self.places = tuple(
            0 if seat == you else count - opened.bit_count()
            for seat, (count, opened) in enumerate(zip(counts, self.open, strict=True))
        )
        self.empty = [seat for seat, count in enumerate(counts) if seat != you and not count]
        self.misses = [
            Missed(ask.number, ask.seat, ask.of, ask.card, may_hold)
            for ask in asks
            if self.hidden >> ask.card & 1
        ]
        self.one_of = [found for ask in asks if (found := self._one_of(deck, ask))]

    def known_holders(self) -> dict[int, int]:
        """The open cards and the cards in the thinking seat's hand, each with its holder."""
        known = {card: moves[-1].seat for card, moves in self.moves.items()}
        return known | dict.fromkeys(cards_in(self.hand), self.you)

    def ruled_out(self) -> list[int]:
        """For each seat, the hidden cards that it can't hold: all of them for the thinking seat and
        for an empty hand, otherwise those of its misses.
        """
        never = [0] * len(self.places)
        for seat in (self.you, *self.empty):
            never[seat] = self.hidden
        for miss in self.misses:
            for seat in seats_of(miss):
                never[seat] |= 1 << miss.card
        return never

    def mover(self, card: int, number: int) -> Asked | None:
        """The ask that shows who held a card at the time of ask ``number``: the last earlier ask
        that moved the card, or else the first later one; None if no ask has moved it.
        """
        moves = self.moves.get(card, ())
        before = [ask for ask in moves if ask.number < number]
        return before[-1] if before else next(iter(moves), None)

    def _one_of(self, deck: Deck, ask: Asked) -> OneOf | None:
        if ask.seat == self.you:
            return None
        whole, card = deck.set_masks[ask.card], 1 << ask.card
        for other in self.moves:
            if whole >> other & 1 and other != ask.card:
                move = self.mover(other, ask.number)
                if move and holder_by(move, ask.number) == ask.seat:
                    return None
        cards = whole & self.hidden & ~(0 if self.may_hold else card)
        return OneOf(ask.number, ask.seat, ask.card, cards)


def holder_by(move: Asked, number: int) -> int:
    """The holder of a card at the time of ask ``number``. ``move`` is from ``Facts.mover``."""
    return move.of if move.number >= number else move.seat


def seats_of(miss: Missed) -> tuple[int, ...]:
    """The seats that can't hold the card of a miss."""
    return (miss.of,) if miss.may_hold else (miss.seat, miss.of)
