"""What the asks of a situation say, plainly: where cards are for all to see, and what is ruled out.

A card that an ask has brought to another hand is *open*: everybody knows where it is. A card that
is neither open nor one's own is *hidden*. No ask has moved it, so whoever holds a hidden card has
held it all the time. So what asks say of hidden cards holds for the whole game.
"""

from dataclasses import dataclass, field

from game.rules.cards import cards_in
from game.rules.moves import Asked
from puzzles.solver.situation import YOU, Situation


@dataclass(frozen=True, slots=True)
class AtLeast:
    """By ask ``number``, ``seat`` holds one of ``cards``, which are hidden cards of one set."""

    number: int
    seat: int
    cards: int


@dataclass(slots=True)
class Facts:
    """The plain facts of a situation.

    - ``hidden``: bit set of the hidden cards; ``places[seat]``: how many of them it holds.
    - ``open[seat]``: the open cards that it holds.
    - ``misses``: the asks that found a hidden card neither with the asker nor with the asked.
    - ``at_least``: what asks say of the asker's other cards, where no open card explains them.
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
            facts._take_in(situation, moved, ask)
        return facts

    @property
    def unsure_seats(self) -> int:
        """How many seats hold hidden cards."""
        return sum(place > 0 for place in self.places)

    def ruled_out(self) -> list[int]:
        """For each seat the hidden cards that misses rule out for it."""
        never = [0] * len(self.places)
        never[YOU] = self.hidden
        for ask in self.misses:
            never[ask.seat] |= 1 << ask.card
            never[ask.of] |= 1 << ask.card
        return never

    def _take_in(self, situation: Situation, moved: list[Asked], ask: Asked) -> None:
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
    """Who held an open card when ask ``number`` was made."""
    of_card = [ask for ask in moved if ask.card == card]
    before = [ask for ask in of_card if ask.number < number]
    return before[-1].seat if before else of_card[0].of


def split_by_set(situation: Situation, cards: int) -> list[list[int]]:
    """Some cards, in a list for each set that has any of them."""
    parts = [cards_in(cards & card_set.mask) for card_set in situation.deck.sets]
    return [part for part in parts if part]
