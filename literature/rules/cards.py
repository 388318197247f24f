"""The cards, their text, and hands as bit sets.

A card is an int from 0 to 53: suit by suit, rank by rank within a suit, then the red and the black
joker. A hand is an int in which bit ``card`` is set for each of its cards. So a single ``&`` tells
whether an asker holds a card of a set.

>>> card_text(parse_card("9H"))
'9H'
>>> hand_text(parse_hand(["AS", "2C"]))
['2C', 'AS']
"""

from collections.abc import Iterable
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

#: The text of every card, by its number: card 0 is ``2C``, card 53 is ``BJ``.
CARDS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "RJ", "BJ")

#: The number for every text that is not a card. No deck contains it, so an ask for it is illegal.
UNKNOWN: Final = -1

_NUMBER: Final = {text: number for number, text in enumerate(CARDS)}


def parse_card(text: str) -> int:
    """The card with this text, or ``UNKNOWN``.

    The spelling must be exact: ``10H`` and ``9h`` are unknown.
    """
    return _NUMBER.get(text, UNKNOWN)


def card_text(card: int) -> str:
    """The text of a card, such as ``9H`` for the nine of hearts; ``??`` for ``UNKNOWN``."""
    return CARDS[card] if card >= 0 else "??"


def cards_in(hand: int) -> list[int]:
    """The cards of a bit set, in ascending order."""
    cards = []
    while hand:
        lowest = hand & -hand
        cards.append(lowest.bit_length() - 1)
        hand ^= lowest
    return cards


def hand_of(cards: Iterable[int]) -> int:
    """The bit set of some cards. None of them may be ``UNKNOWN``."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def hand_text(hand: int) -> list[str]:
    """The texts of a hand's cards, in the order of the cards."""
    return [CARDS[card] for card in cards_in(hand)]


def parse_hand(texts: Iterable[str]) -> int:
    """The bit set of cards that are given as text. Raise ``ValueError`` for an unknown card."""
    cards = [parse_card(text) for text in texts]
    if UNKNOWN in cards:
        raise ValueError("a hand names a card that does not exist")
    return hand_of(cards)
