"""The plain facts of a situation, taken from its asks: the known holders of cards, and the holders
that are ruled out.

A card that an ask has moved is *open*: everybody knows its holder. A card in play that is neither
open nor in the thinking seat's hand is *hidden*. No ask has moved a hidden card, so its holder has
held it since the deal. Therefore a fact about a hidden card has been true since the deal.
"""

from dataclasses import dataclass, field

from literature.puzzles.situation import YOU, Situation
from literature.rules.cards import cards_in
from literature.rules.moves import Asked


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Ask ``number`` proves that ``seat`` holds at least one of ``cards``, which are hidden cards
    of one set.
    """

    number: int
    seat: int
    cards: int


@dataclass(slots=True)
class Facts:
    """The plain facts of a situation. Sets of cards are bit sets.

    - ``hidden``: the hidden cards; ``places[seat]``: the number of them that a seat holds.
    - ``open[seat]``: the open cards of a seat.
    - ``misses``: the misses for hidden cards. Neither the asker nor the target holds such a card.
    - ``at_least``: the facts from asks whose asker held no open card of the same set.
    """

    hidden: int
    places: tuple[int, ...]
    open: tuple[int, ...]
    misses: list[Asked] = field(default_factory=list)
    at_least: list[AtLeast] = field(default_factory=list)

    @classmethod
    def of(cls, situation: Situation) -> "Facts":
        """The facts of a situation."""
        moved = [ask for ask in situation.asks if ask.hit]
        opened = [0] * situation.players
        for card in {ask.card for ask in moved}:
            opened[_holder(moved, card, len(situation.asks))] |= 1 << card
        hidden = situation.live & ~situation.hand & ~sum(opened)
        facts = cls(
            hidden=hidden,
            places=tuple(
                0 if seat == YOU else situation.counts[seat] - opened[seat].bit_count()
                for seat in range(situation.players)
            ),
            open=tuple(opened),
        )
        for ask in situation.asks:
            facts._add_ask(situation, moved, ask)
        return facts

    @property
    def unsure_seats(self) -> int:
        """The number of seats with hidden cards."""
        return sum(place > 0 for place in self.places)

    @property
    def empty(self) -> list[int]:
        """The seats without cards, except the thinking seat."""
        return [
            seat
            for seat, (places, cards) in enumerate(zip(self.places, self.open, strict=True))
            if seat != YOU and not places and not cards
        ]

    def ruled_out(self) -> list[int]:
        """For each seat, the hidden cards that it can't hold: all of them for the thinking seat and
        for an empty hand, otherwise those of its misses.
        """
        never = [0] * len(self.places)
        for seat in (YOU, *self.empty):
            never[seat] = self.hidden
        for ask in self.misses:
            never[ask.seat] |= 1 << ask.card
            never[ask.of] |= 1 << ask.card
        return never

    def _add_ask(self, situation: Situation, moved: list[Asked], ask: Asked) -> None:
        card = 1 << ask.card
        if card & self.hidden:
            self.misses.append(ask)
        if ask.seat == YOU:
            return
        whole = situation.deck.set_masks[ask.card]
        others = {each.card for each in moved if whole >> each.card & 1} - {ask.card}
        if not any(_holder(moved, other, ask.number) == ask.seat for other in others):
            self.at_least.append(AtLeast(ask.number, ask.seat, whole & self.hidden & ~card))


def _holder(moved: list[Asked], card: int, number: int) -> int:
    """The holder of an open card at the time of ask ``number``."""
    of_card = [ask for ask in moved if ask.card == card]
    before = [ask for ask in of_card if ask.number < number]
    return before[-1].seat if before else of_card[0].of


def split_by_set(situation: Situation, cards: int) -> list[list[int]]:
    """The cards of a bit set, grouped by set."""
    parts = [cards_in(cards & card_set.mask) for card_set in situation.deck.sets]
    return [part for part in parts if part]
