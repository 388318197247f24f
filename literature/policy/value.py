"""Value: the worth of a position to a team, measured in sets.

A small network gives each set in play a value from -1 (theirs) to 1 (ours), computed from its
feature vector. The value of a position is the sum. The value of an ask is the expected value after
a hit or a miss. So it includes what the target would do with the turn.

``python -m benchmarks.learn_weights`` computes the weights (``weights.json``) from games of bots.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np

from literature.knowledge.arrangements import Floats
from literature.policy.features import PositionFeatures
from literature.rules.moves import Ask

WEIGHTS: Final = Path(__file__).with_name("weights.json")


class Network(NamedTuple):
    """A network with one hidden layer of rectifiers."""

    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: float

    @classmethod
    def load(cls, path: Path = WEIGHTS) -> Self:
        """A network with the weights in a file."""
        weights = json.loads(path.read_text())
        inner, bias, outer = (np.array(weights[name]) for name in ("inner", "inner_bias", "outer"))
        return cls(inner, bias, outer, float(weights["outer_bias"][0]))

    def __call__(self, rows: Floats) -> Floats:
        """The value of each feature vector in ``rows``."""
        hidden = np.maximum(rows @ self.inner + self.inner_bias, 0.0)
        values: Floats = np.tanh(hidden @ self.outer + self.outer_bias)
        return values


class AskExample(NamedTuple):
    """An ask with its value, and the feature vectors of its position: now, after a hit, and after a
    miss. ``sets`` has the index of the set of each vector.
    """

    ask: Ask
    value: float
    sets: Sequence[int]
    now: Floats
    hit: Floats
    miss: Floats


class Values:
    """The values of asks and of turns at one position."""

    def __init__(self, features: PositionFeatures, network: Network) -> None:
        self.features, self.network = features, network
        self._turns: dict[int, tuple[Floats, Floats]] = {}

    def turn(self, seat: int) -> float:
        """The value of the position if a seat has the turn."""
        return float(self._turn(seat)[1].sum())

    def asks(self, asks: Sequence[Ask]) -> list[float]:
        """The value of each ask. The asks must not be certain to hit or certain to miss."""
        alike = [self._alike(ask) for ask in asks]
        found = list(dict.fromkeys(alike))
        after = [self._after(each) for each in found]
        hit, miss = (self.network(np.array([rows[place] for rows in after])) for place in (0, 1))
        values = {}
        for (index, card, of), won, lost in zip(found, hit, miss, strict=True):
            place, chance = self.features.place[index], self.features.posterior.chance(card, of)
            chance = min(max(chance, 1e-9), 1 - 1e-9)
            mine, his = self._turn(self.features.seat)[1], self._turn(of)[1]
            won, lost = mine.sum() - mine[place] + won, his.sum() - his[place] + lost
            values[index, card, of] = float(chance * won + (1 - chance) * lost)
        return [values[each] for each in alike]

    def example(self, ask: Ask) -> AskExample:
        """An ask with the numbers from which the weights are learned."""
        alike = self._alike(ask)
        place = self.features.place[alike[0]]
        now, miss = self._turn(ask.seat)[0], self._turn(ask.of)[0].copy()
        hit = now.copy()
        hit[place], miss[place] = self._after(alike)
        sets = [each.index for each in self.features.sets]
        return AskExample(ask, self.asks([ask])[0], sets, now, hit, miss)

    def _turn(self, seat: int) -> tuple[Floats, Floats]:
        if seat not in self._turns:
            rows = self.features.rows(seat)
            self._turns[seat] = rows, self.network(rows)
        return self._turns[seat]

    def _alike(self, ask: Ask) -> tuple[int, int, int]:
        """A key that is equal for asks of the same value: the set, the first of the interchangeable
        cards, and the target.
        """
        posterior = self.features.posterior
        index = posterior.knowledge.deck.set_indexes[ask.card]
        cards = next(cards for cards in posterior.classes[index] if ask.card in cards)
        return index, cards[0], ask.of

    def _after(self, alike: tuple[int, int, int]) -> tuple[Floats, Floats]:
        _, card, of = alike
        mine, his = self._turn(self.features.seat)[0], self._turn(of)[0]
        return self.features.hit(card, of, mine), self.features.miss(card, of, his)
