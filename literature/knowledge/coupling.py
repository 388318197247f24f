"""Coupling: sets depend on each other only through the sizes of hands.

``counts`` tells how many cards each arrangement of a set gives to each seat. Over all sets these
numbers must add up to ``room``, the number of hidden cards of each seat. ``exact`` goes through all
sums. ``approximate`` gives each seat a weight with which hands have the right size on average. Then
it corrects each probability, as if the sums over the other sets were normally distributed. With
``by_seat`` it also uses the true distribution for each single seat.

Both return the probabilities of each set's arrangements.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from literature.knowledge.arrangements import Arrangements, Floats, Whole

#: The greatest number of Newton steps, and the tolerance for the average sizes of hands.
STEPS: Final = 8
NEAR: Final = 0.01
#: This value is added to the variance of each hand, so that the variance is never zero.
FLOOR: Final = 0.02
#: This value replaces a probability of zero, which has no logarithm.
LEAST: Final = 1e-300


class Care(NamedTuple):
    """Limits on the work of computing chances.

    - ``most_steps``: the greatest number of steps for ``exact`` (the sums of the other sets, times
      the arrangements).
    - ``by_seat``: whether ``approximate`` uses the true distribution of each hand's size.
    """

    most_steps: int
    by_seat: bool


#: For the decisions of bots.
QUICK: Final = Care(6_000, by_seat=False)
#: For reviews and help. In the middle of a game it takes up to twenty times as long as QUICK.
CAREFUL: Final = Care(200_000, by_seat=True)


class _Sums:
    """The distinct sums over some sets, each with its weight.

    A sum is a vector: the number of cards of each seat except the last seat, whose number follows
    from the other numbers.
    """

    def __init__(self, vectors: Floats, weights: Floats) -> None:
        self.vectors, self.weights = vectors, weights


def exact(sets: Sequence[Arrangements], room: Floats, most_steps: int) -> list[Floats] | None:
    """The exact probabilities, or None if they need more than ``most_steps``."""
    free, radix = room[:-1], np.cumprod(np.concatenate(([1.0], room[:-1] + 1)))
    lattice = int(radix[-1])
    if lattice > most_steps:
        return None
    radix = radix[:-1]
    codes = [np.rint(each.counts[:, :-1] @ radix).astype(np.intp) for each in sets]
    alone = [
        _merged(each.counts[:, :-1], each.weight, code)
        for each, code in zip(sets, codes, strict=True)
    ]
    if lattice * max(len(each.weights) for each in alone) > 2 * most_steps:
        return None
    before = _running(alone, free, radix, most_steps)
    after = _running(alone[::-1], free, radix, most_steps)
    if before is None or after is None:
        return None
    result = []
    for index, each in enumerate(sets):
        left, right = before[index], after[len(sets) - 1 - index]
        if len(left.weights) > len(right.weights):
            left, right = right, left
        if len(alone[index].weights) * len(left.weights) > most_steps:
            return None
        dense = np.zeros(lattice)
        dense[np.rint(right.vectors @ radix).astype(np.intp)] = right.weights
        missing = free - alone[index].vectors
        gaps = missing[:, None, :] - left.vectors[None, :, :]
        fits = (gaps >= 0).all(axis=2)
        found = np.where(fits, dense[np.where(fits, np.rint(gaps @ radix), 0).astype(np.intp)], 0)
        others = np.zeros(lattice)
        others[np.rint(alone[index].vectors @ radix).astype(np.intp)] = found @ left.weights
        weight = each.weight * others[codes[index]]
        result.append(weight / weight.sum())
    return result


def _merged(vectors: Floats, weights: Floats, codes: Whole) -> _Sums:
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return _Sums(vectors[first], np.asarray(np.bincount(which, weights), dtype=np.float64))


def _running(
    sets: Sequence[_Sums], free: Floats, radix: Whole, most_steps: int
) -> list[_Sums] | None:
    """The sums over no set, over the first set, over the first two, and so on; None if there are
    too many.
    """
    sums = [_Sums(np.zeros((1, len(free))), np.ones(1))]
    for each in sets[:-1]:
        last = sums[-1]
        if len(last.weights) * len(each.weights) > most_steps:
            return None
        vectors = (last.vectors[:, None, :] + each.vectors[None, :, :]).reshape(-1, len(free))
        weights = np.outer(last.weights, each.weights).ravel()
        fits = (vectors <= free).all(axis=1)
        vectors, weights = vectors[fits], weights[fits]
        sums.append(_merged(vectors, weights, np.rint(vectors @ radix).astype(np.intp)))
    return sums


def approximate(sets: Sequence[Arrangements], room: Floats, *, by_seat: bool) -> list[Floats]:
    """Approximate probabilities, for any number of seats."""
    starts = np.cumsum([0] + [len(each.weight) for each in sets])[:-1]
    counts = np.concatenate([each.counts[:, :-1] for each in sets])
    logs = np.log(np.concatenate([each.weight for each in sets]))
    sizes = np.diff(np.append(starts, len(logs)))
    free = room[:-1]
    tilt = np.log(free / room[-1])
    for step in range(STEPS + 1):
        tilted = logs + counts @ tilt
        weight = np.exp(tilted - np.repeat(np.maximum.reduceat(tilted, starts), sizes))
        # The probability of each arrangement within its set, and for each set the mean number of
        # cards of each seat.
        chance = weight / np.repeat(np.add.reduceat(weight, starts), sizes)
        means = np.add.reduceat(counts * chance[:, None], starts)
        spread = (counts * chance[:, None]).T @ counts - means.T @ means
        short = free - means.sum(axis=0)
        if step == STEPS or abs(short).max() < NEAR:
            break
        move = np.linalg.solve(spread + FLOOR * np.eye(len(free)), short)
        tilt += move * min(1.0, 2.0 / abs(move).max())
    # The other sets must compensate for the distance of an arrangement from its set's mean.
    chances = np.split(chance, starts[1:])
    fits = _by_seat(sets, chances, room) if by_seat else [np.zeros(1)] * len(sets)
    result = []
    for index, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        mine = chances[index]
        offset = counts[start : start + size] - means[index]
        own = (offset * mine[:, None]).T @ offset
        rest = np.linalg.inv(spread - own + FLOOR * np.eye(len(free)))
        fit = fits[index] - 0.5 * ((offset @ rest) * offset).sum(axis=1)
        mine = mine * np.exp(fit - fit.max() if by_seat else fit)
        result.append(mine / mine.sum())
    return result


def _by_seat(sets: Sequence[Arrangements], chances: Sequence[Floats], room: Floats) -> list[Floats]:
    """For each arrangement: the logarithm of a correction.

    The correction is the probability that the other sets fill the rest of each hand, divided by
    this probability under normal distributions. Sizes of small hands are not normally distributed.
    """
    numbers, seats = np.arange(int(room.max()) + 1), np.arange(len(room))
    alone = np.array(
        [
            [chance @ (each.counts == number) for number in numbers]
            for each, chance in zip(sets, chances, strict=True)
        ]
    ).transpose(0, 2, 1)
    means = alone @ numbers
    spreads = alone @ numbers**2 - means**2
    first, last = _filled(alone), _filled(alone[::-1])
    result = []
    for index, each in enumerate(sets):
        left = room - each.counts
        others = _together(first[index], last[len(sets) - 1 - index])
        filled = np.log(np.maximum(others[seats, left.astype(np.intp)], LEAST))
        mean = means.sum(axis=0) - means[index]
        spread = spreads.sum(axis=0) - spreads[index] + FLOOR
        result.append((filled + 0.5 * (left - mean) ** 2 / spread).sum(axis=1))
    return result


def _filled(alone: Floats) -> list[Floats]:
    """For each seat the probability of each number of cards from no set, from the first set, from
    the first two sets, and so on. ``alone[set, seat, number]`` has the probabilities for one set.
    """
    none = np.zeros_like(alone[0])
    none[:, 0] = 1
    found = [none]
    for each in alone:
        found.append(_together(found[-1], each))
    return found


def _together(some: Floats, more: Floats) -> Floats:
    """For each seat the probability of each sum of two numbers of cards."""
    sums = np.zeros_like(some)
    for number in range(some.shape[1]):
        sums[:, number:] += some[:, number : number + 1] * more[:, : some.shape[1] - number]
    return sums
