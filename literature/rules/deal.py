"""The deal: the number of cards for each seat, and the hands that a seed deals (docs/record.md).

``literature-shuffle/1`` is a Fisher-Yates shuffle driven by SHA-256 in counter mode, so that
anybody can compute a deal from its seed in any language.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Final

from literature.rules.cards import hand_of
from literature.rules.decks import DECKS, Deck
from literature.rules.options import Rules

SHUFFLE: Final = "literature-shuffle/1"
SEED_BYTES: Final = 32


def hand_sizes(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The number of cards for each seat.

    If the cards cannot be divided evenly, the first seats in the order of the deal get one more.
    """
    each, over = divmod(DECKS[rules.deck].mask.bit_count(), rules.players)
    return tuple(
        each + ((seat - dealer - 1) % rules.players < over) for seat in range(rules.players)
    )


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in hexadecimal. It is shown before the first move."""
    return sha256(seed).hexdigest()


def deal(rules: Rules, seed: bytes, dealer: int) -> tuple[int, ...]:
    """The hands that ``seed`` deals, one card at a time, clockwise from the dealer's left."""
    hands: list[list[int]] = [[] for _ in range(rules.players)]
    for place, card in enumerate(shuffled(DECKS[rules.deck], seed)):
        hands[(dealer + 1 + place) % rules.players].append(card)
    return tuple(hand_of(hand) for hand in hands)


def shuffled(deck: Deck, seed: bytes) -> list[int]:
    """The deck's cards in the order that ``seed`` gives."""
    # The words are 32-bit numbers from the SHA-256 of the seed and a counter, which is an 8-byte
    # big-endian number from 0.
    blocks = (sha256(seed + counter.to_bytes(8, "big")).digest() for counter in count())
    words = (word for block in blocks for word in unpack(">8I", block))
    cards = list(deck.cards)
    for place in range(len(cards) - 1, 0, -1):
        other = _below(place + 1, words)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniformly random number below ``bound``.

    ``limit`` is the largest multiple of ``bound`` that is at most 2**32. Larger words and ``limit``
    itself are skipped, because they would make small numbers likelier.
    """
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
