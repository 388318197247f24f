"""Arrangements: every way in which the hidden cards of one set may lie, alone of the others.

Cards of which the same is known are exchangeable: they form a class, and an arrangement says how
many cards of each class are with each seat.
"""

from functools import lru_cache
from math import factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.ai.readings import Table

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

#: Above so many arrangements of a set, so many are drawn by chance instead.
MOST: Final = 3000


class Hidden(NamedTuple):
    """What is known of the hidden cards of one set. Seats are numbered among those with room.

    - ``classes``: for each class how many cards it has and who may hold them.
    - ``groups``: a seat, and the classes of which it holds at least one card.
    - ``denied``: pairs of class (of one card) and seat that are not all true.
    - ``room``: how many hidden cards each seat may hold.
    """

    classes: tuple[tuple[int, tuple[int, ...]], ...]
    groups: tuple[tuple[int, tuple[int, ...]], ...]
    denied: tuple[tuple[tuple[int, int], ...], ...]
    room: tuple[int, ...]


class Arrangements(NamedTuple):
    """``placed[row, class, seat]`` cards, ``counts[row, seat]`` of them, ``weight[row]``."""

    placed: Floats
    counts: Floats
    weight: Floats


@lru_cache(maxsize=4096)
def arrangements(hidden: Hidden, readings: tuple[tuple[int, Table], ...]) -> Arrangements:
    """Every arrangement that fits the facts, weighted by readings (seat, odds by its cards)."""
    placed, counts, weight = _possible(hidden)
    for seat, odds in readings:
        weight = weight * np.array(odds)[counts[:, seat].astype(np.intp)]
    return Arrangements(placed, counts, weight)


def ways(counts: Floats) -> float:
    """In how many ways the cards of each class may be dealt to seats in those numbers."""
    result = 1
    for row in counts:
        result *= factorial(int(row.sum()))
        for count in row:
            result //= factorial(int(count))
    return float(result)


@lru_cache(maxsize=4096)
def _possible(hidden: Hidden) -> Arrangements:
    rows = 1
    for size, seats in hidden.classes:
        rows *= len(_shares(size, len(seats))[1])
    found = _drawn(hidden) if rows > 20 * MOST else _all(hidden)
    found = _fitting(found, hidden)
    if len(found.weight) > MOST:
        found = _fitting(_drawn(hidden), hidden)
    return found


def _all(hidden: Hidden) -> Arrangements:
    seats, room = len(hidden.room), np.array(hidden.room, dtype=np.float64)
    placed = np.zeros((1, len(hidden.classes), seats))
    weight = np.ones(1)
    for index, (size, among) in enumerate(hidden.classes):
        shares, ways_of = _shares(size, len(among))
        old, new = len(weight), len(ways_of)
        placed = np.repeat(placed, new, axis=0)
        placed[:, index, list(among)] = np.tile(shares, (old, 1))
        weight = np.repeat(weight, new) * np.tile(ways_of, old)
        fits = (placed.sum(axis=1) <= room).all(axis=1)
        placed, weight = placed[fits], weight[fits]
    return Arrangements(placed, placed.sum(axis=1), weight)


def _drawn(hidden: Hidden) -> Arrangements:
    """Arrangements drawn by chance, the same each time; a seat with more room gets more."""
    rng, rows = np.random.default_rng(1), 2 * MOST
    room = np.array(hidden.room, dtype=np.float64)
    placed = np.zeros((rows, len(hidden.classes), len(room)))
    weight = np.ones(rows)
    for index, (size, among) in enumerate(hidden.classes):
        odds = room[list(among)] / room[list(among)].sum()
        for _ in range(size):
            drawn = rng.choice(len(among), rows, p=odds)
            placed[np.arange(rows), index, np.array(among)[drawn]] += 1
            weight /= odds[drawn]
    fits = (placed.sum(axis=1) <= room).all(axis=1)
    return Arrangements(placed[fits], placed.sum(axis=1)[fits], weight[fits])


def _fitting(found: Arrangements, hidden: Hidden) -> Arrangements:
    fits = np.ones(len(found.weight), dtype=bool)
    for seat, classes in hidden.groups:
        fits &= found.placed[:, list(classes), seat].sum(axis=1) > 0
    for pairs in hidden.denied:
        fits &= np.any([found.placed[:, each, seat] == 0 for each, seat in pairs], axis=0)
    return Arrangements(found.placed[fits], found.counts[fits], found.weight[fits])


@lru_cache(maxsize=256)
def _shares(cards: int, seats: int) -> tuple[Floats, Floats]:
    """Every way to share like cards among seats, and in how many ways each may be dealt."""
    rows = list(_splits(cards, seats))
    return np.array(rows, dtype=np.float64), np.array([ways(np.array([row])) for row in rows])


def _splits(cards: int, seats: int) -> list[tuple[int, ...]]:
    if seats == 1:
        return [(cards,)]
    return [
        (first, *rest) for first in range(cards + 1) for rest in _splits(cards - first, seats - 1)
    ]
