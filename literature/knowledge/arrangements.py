"""Arrangements: the ways to distribute the hidden cards of one set to seats, regardless of the
other sets.

Cards about which the same is known are interchangeable and form a class. An arrangement says how
many cards of each class each seat holds.
"""

from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from literature.knowledge.ask_odds import Table

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

#: If a set has more than four times this number of arrangements, only this number is drawn at
#: random. Those that fit the facts are used.
MOST: Final = 4000
#: In the random choice of a holder, a seat that must hold one of several cards has this many times
#: the weight.
DRAWN_MORE: Final = 6.0

#: The factorials of 0 to 6. No set has more than six cards.
_FACTORIALS: Final = np.array([factorial(count) for count in range(7)], dtype=np.float64)


class Hidden(NamedTuple):
    """The knowledge of the hidden cards of one set. Only seats that may hold a hidden card are
    counted and numbered.

    - ``classes``: for each class the number of its cards and its possible holders.
    - ``groups``: pairs of a seat and some classes. The seat holds a card of at least one of them.
    - ``denied``: lists of (class, seat) pairs. In each list at least one pair is false. These
      classes have one card each.
    - ``room``: the most hidden cards that each seat may hold.
    """

    classes: tuple[tuple[int, tuple[int, ...]], ...]
    groups: tuple[tuple[int, tuple[int, ...]], ...]
    denied: tuple[tuple[tuple[int, int], ...], ...]
    room: tuple[int, ...]


class Arrangements(NamedTuple):
    """Arrangements, one in each row.

    - ``placed[row, class, seat]``: a number of cards.
    - ``counts[row, seat]``: the sum of these numbers over all classes.
    - ``weight[row]``: the weight of the arrangement.
    """

    placed: Floats
    counts: Floats
    weight: Floats


@lru_cache(maxsize=4096)
def arrangements(hidden: Hidden, readings: tuple[tuple[int, Table], ...]) -> Arrangements:
    """The arrangements that fit the facts; random arrangements if there are too many.

    Each of ``readings`` is a seat, with odds for each number of cards that it may hold. The odds
    multiply the weights.
    """
    placed, counts, weight = _possible(hidden)
    for seat, odds in readings:
        weight = weight * np.array(odds)[counts[:, seat].astype(np.intp)]
    return Arrangements(placed, counts, weight)


def ways(counts: Floats) -> float:
    """The number of ways to deal the cards of all classes, so that each seat gets
    ``counts[class, seat]`` cards of each class.
    """
    return float(np.prod(_ways(counts)))


def _ways(counts: Floats) -> Floats:
    """The number of ways for each row of ``counts``."""
    whole = counts.astype(np.intp)
    result: Floats = _FACTORIALS[whole.sum(axis=1)] / _FACTORIALS[whole].prod(axis=1)
    return result


def is_drawn(hidden: Hidden) -> bool:
    """Whether there are so many arrangements that only some are used."""
    rows = prod(comb(size + len(seats) - 1, size) for size, seats in hidden.classes)
    return rows > 4 * MOST


@lru_cache(maxsize=4096)
def _possible(hidden: Hidden) -> Arrangements:
    found = _fitting(_drawn(hidden) if is_drawn(hidden) else _all(hidden), hidden)
    # If all random arrangements contradict the facts, use all arrangements.
    return found if len(found.weight) else _fitting(_all(hidden), hidden)


def _all(hidden: Hidden) -> Arrangements:
    """All arrangements, built class by class.

    Partial arrangements that give a seat too many cards are dropped.
    """
    room = np.array(hidden.room, dtype=np.float64)
    counts, weight = np.zeros((1, len(room))), np.ones(1)
    chosen = np.zeros((1, 0), dtype=np.intp)
    shared = []
    for size, among in hidden.classes:
        shares, ways_of = _shares(size, len(among))
        spread = np.zeros((len(shares), len(room)))
        spread[:, among] = shares
        shared.append(spread)
        together = counts[:, None, :] + spread[None, :, :]
        old, new = np.nonzero((together <= room).all(axis=2))
        counts, weight = together[old, new], weight[old] * ways_of[new]
        chosen = np.column_stack((chosen[old], new))
    placed = np.stack([each[chosen[:, index]] for index, each in enumerate(shared)], axis=1)
    return Arrangements(placed, counts, weight)


def _drawn(hidden: Hidden) -> Arrangements:
    """Random arrangements, the same at each call.

    A seat that may hold more hidden cards gets more cards. So does a seat that must hold one of
    several cards, because otherwise few arrangements would fit. The weights compensate for this.
    """
    rng, room = np.random.default_rng(1), np.array(hidden.room, dtype=np.float64)
    placed = np.zeros((MOST, len(hidden.classes), len(room)))
    weight, rows = np.ones(MOST), np.arange(MOST)
    for index, (size, among) in enumerate(hidden.classes):
        odds = room.copy()
        for seat, classes in hidden.groups:
            if index in classes:
                odds[seat] *= DRAWN_MORE
        odds = odds[list(among)] / odds[list(among)].sum()
        steps = np.cumsum(odds)[:-1]
        for _ in range(size):
            drawn = np.searchsorted(steps, rng.random(MOST), side="right")
            placed[rows, index, np.array(among)[drawn]] += 1
            weight /= odds[drawn]
    counts = placed.sum(axis=1)
    fits = (counts <= room).all(axis=1)
    return Arrangements(placed[fits], counts[fits], weight[fits])


def _fitting(found: Arrangements, hidden: Hidden) -> Arrangements:
    fits = np.ones(len(found.weight), dtype=bool)
    for seat, classes in hidden.groups:
        fits &= found.placed[:, list(classes), seat].sum(axis=1) > 0
    for pairs in hidden.denied:
        fits &= np.any([found.placed[:, each, seat] == 0 for each, seat in pairs], axis=0)
    return Arrangements(found.placed[fits], found.counts[fits], found.weight[fits])


@lru_cache(maxsize=256)
def _shares(cards: int, seats: int) -> tuple[Floats, Floats]:
    """Every way to distribute equal cards to seats, with the number of deals for each."""
    # Bars at some places of a row divide the other places, the cards, among the seats.
    bars = np.array([*combinations(range(cards + seats - 1), seats - 1)], dtype=np.float64)
    rows = np.diff(bars, prepend=-1, append=cards + seats - 1) - 1
    return rows, _ways(rows)
