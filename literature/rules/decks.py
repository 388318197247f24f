"""The seven decks and the sets that their cards form (docs/rules.md, "Cards").

>>> DECKS["8s-and-jokers"].sets[8].name
'extra'
>>> DECKS["quartets"].set_named("rank-T").cards == tuple(map(parse_card, ["TC", "TD", "TH", "TS"]))
True
"""

from dataclasses import dataclass
from typing import Final

from literature.rules.cards import RANKS, SUITS, UNKNOWN, hand_of, parse_card


@dataclass(frozen=True, slots=True)
class CardSet:
    """Cards that are claimed together: a half-suit, the extra set, or a quartet."""

    name: str
    index: int
    cards: tuple[int, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its name, its cards, and its sets.

    ``set_masks`` and ``set_indexes`` have an entry for each card, and a last entry for ``UNKNOWN``
    (index -1). For cards outside the deck the entries are 0 and -1.
    """

    name: str
    sets: tuple[CardSet, ...]
    mask: int
    set_masks: tuple[int, ...]
    set_indexes: tuple[int, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card of the deck, in ascending order."""
        return tuple(sorted(card for card_set in self.sets for card in card_set.cards))

    def set_named(self, name: str) -> CardSet | None:
        """The set with that name, or None."""
        return next((each for each in self.sets if each.name == name), None)

    def set_index(self, name: str) -> int:
        """The index of the set with that name, or ``UNKNOWN``."""
        card_set = self.set_named(name)
        return card_set.index if card_set else UNKNOWN


def _deck(name: str, groups: list[tuple[str, list[str]]]) -> Deck:
    sets = []
    for index, (set_name, texts) in enumerate(groups):
        cards = tuple(parse_card(text) for text in texts)
        sets.append(CardSet(set_name, index, cards, hand_of(cards)))
    masks, indexes = [0] * 55, [UNKNOWN] * 55
    for card_set in sets:
        for card in card_set.cards:
            masks[card], indexes[card] = card_set.mask, card_set.index
    mask = sum(card_set.mask for card_set in sets)
    return Deck(name, tuple(sets), mask, tuple(masks), tuple(indexes))


def _half_suits(low: str, high: str) -> list[tuple[str, list[str]]]:
    return [
        (f"{half}-{suit_name}", [rank + suit for rank in ranks])
        for suit, suit_name in SUITS.items()
        for half, ranks in (("low", low), ("high", high))
    ]


def _extra(rank: str) -> list[tuple[str, list[str]]]:
    return [("extra", [*(rank + suit for suit in SUITS), "RJ", "BJ"])]


_WITHOUT: Final = {
    "8s": _half_suits("234567", "9TJQKA"),
    "7s": _half_suits("A23456", "89TJQK"),
    "2s": _half_suits("345678", "9TJQKA"),
}

DECKS: Final[dict[str, Deck]] = {
    deck.name: deck
    for deck in (
        _deck("8s-out", _WITHOUT["8s"]),
        _deck("7s-out", _WITHOUT["7s"]),
        _deck("2s-out", _WITHOUT["2s"]),
        _deck("8s-and-jokers", _WITHOUT["8s"] + _extra("8")),
        _deck("7s-and-jokers", _WITHOUT["7s"] + _extra("7")),
        _deck("2s-and-jokers", _WITHOUT["2s"] + _extra("2")),
        _deck("quartets", [(f"rank-{r}", [r + suit for suit in SUITS]) for r in RANKS]),
    )
}
