"""The deduction grid: the chance that each seat holds each card, by the knowledge of one seat.

A grid has one byte for each card of the deck and each seat: the chance in percent. 0 means
impossible, and 100 means certain; all other chances are 1 to 99. A card that has left play has
``OUT`` for all seats.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from literature.judge.explaining import rounded
from literature.rules.decks import Deck

OUT: Final = 255


def grid(deck: Deck, rows: Mapping[int, Sequence[float]], may: Sequence[int]) -> bytes:
    """A grid made from ``rows`` (the chances of each card in play) and ``may`` (the possible cards
    of each seat).
    """
    players, result = len(may), bytearray()
    for card in deck.cards:
        seats = [seat for seat in range(players) if may[seat] >> card & 1]
        if not seats:
            result += bytes([OUT]) * players
        elif len(seats) == 1:
            result += bytes(100 if seat == seats[0] else 0 for seat in range(players))
        else:
            # Sentences name the rounded chance, so the percents come from it, too.
            row = [max(1, min(99, round(100 * rounded(chance)))) for chance in rows[card]]
            result += bytes(row[seat] if seat in seats else 0 for seat in range(players))
    return bytes(result)


def by_card(each: bytes, deck: Deck, players: int) -> dict[int, bytes]:
    """A grid as a dictionary: for each card, the chance of each seat."""
    return {
        card: each[place * players : (place + 1) * players] for place, card in enumerate(deck.cards)
    }
