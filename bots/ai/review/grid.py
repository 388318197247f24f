"""The deduction grid: how likely each seat is to hold each card, as one seat could know it.

A grid is one byte for each card of the deck and each seat: the chance in percent. 0 is impossible
and 100 certain: what is neither has 1 to 99. A card that has left play is ``OUT`` with all seats.

Grids are stored packed: for each move of a stretch of a game one grid for each seat's knowledge.
"""

import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from game.rules.decks import Deck

OUT: Final = 255


def grid(deck: Deck, rows: Mapping[int, Sequence[float]], may: Sequence[int]) -> bytes:
    """A grid from the chances of each card in play (``rows``), and who may hold it (``may``)."""
    players, result = len(may), bytearray()
    for card in deck.cards:
        seats = [seat for seat in range(players) if may[seat] >> card & 1]
        if not seats:
            result += bytes([OUT]) * players
        elif len(seats) == 1:
            result += bytes(100 if seat == seats[0] else 0 for seat in range(players))
        else:
            row = rows[card]
            result += bytes(_percent(row[seat]) if seat in seats else 0 for seat in range(players))
    return bytes(result)


def pack(grids: Sequence[Sequence[bytes]]) -> bytes:
    """Some moves' grids, each for every seat, as they are stored."""
    # Seat by seat: what one seat knows changes little from move to move.
    return zlib.compress(b"".join(b"".join(each) for each in zip(*grids, strict=True)), 9)


def unpack(packed: bytes, deck: Deck, players: int, index: int, seat: int) -> dict[int, bytes]:
    """For each card the chances by seat, as ``seat`` could know them at the move of that index."""
    size = len(deck.cards) * players
    data = zlib.decompress(packed)
    moves = len(data) // (size * players)
    start = (seat * moves + index) * size
    return {
        card: data[start + place * players : start + (place + 1) * players]
        for place, card in enumerate(deck.cards)
    }


def _percent(chance: float) -> int:
    return max(1, min(99, round(100 * chance)))
