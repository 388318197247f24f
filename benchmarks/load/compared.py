"""Compares the times of moves in two kinds of rounds that alternate."""

import random
from collections.abc import Sequence

from benchmarks.load.figures import percentile
from benchmarks.load.tables import Round

#: The number of draws for an interval.
DRAWS = 2000

Pair = Sequence[Sequence[Round]]


def compared(rounds: Pair) -> str:
    """Return a text with the medians and 99th percentiles of both kinds, and their ratios."""
    first, second = (_shown(each) for each in rounds)
    parts = [
        f"p{which} {percentile(first, which):.2f} and {percentile(second, which):.2f} ms"
        f" (x {percentile(first, which) / percentile(second, which):.3f})"
        for which in (50, 99)
    ]
    return ", ".join([*parts, f"{len(first)} and {len(second)} moves"])


def interval(rounds: Pair, which: int = 99) -> tuple[float, float]:
    """Draw as many whole rounds of each kind as were measured, with replacement, ``DRAWS`` times.
    Return the interval that holds 95 % of the ratios of the two kinds' percentiles.
    """
    chance, ratios = random.Random(1), []
    for _ in range(DRAWS):
        first, second = (_shown(chance.choices(each, k=len(each))) for each in rounds)
        ratios.append(percentile(first, which) / percentile(second, which))
    ratios.sort()
    return ratios[DRAWS // 40], ratios[-DRAWS // 40]


def _shown(rounds: Sequence[Round]) -> list[float]:
    return [seconds for each in rounds for seconds in each.shown]
