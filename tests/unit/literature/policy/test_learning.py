"""The training of the hard level: targets that partly use an earlier network's values, and the
average of several networks.
"""

import numpy as np
import pytest

from benchmarks.learn_weights import TRUST, Lessons, average, rounded, trusting
from literature.policy.features import FEATURES
from literature.policy.value import Network


def network(seed: int) -> Network:
    rng = np.random.default_rng(seed)
    inner, inner_bias, outer = (
        rng.normal(scale=0.2, size=size) for size in ((len(FEATURES), 3), 3, 3)
    )
    return Network(inner, inner_bias, outer, 0.1)


def test_a_target_is_the_outcome_mixed_with_the_values_before_later_asks():
    rows = np.random.default_rng(1).normal(size=(6, len(FEATURES)))
    # Two asks about one set, by seat 0 and by seat 1; then an ask in another game.
    lessons = Lessons(
        rows,
        outcome=np.array([1.0, 1, -1, -1, 1, 1]),
        game=np.array([0.0, 0, 0, 0, 1, 1]),
        card_set=np.zeros(6),
        side=np.array([1.0, 1, -1, -1, 1, 1]),
        before=np.array([1.0, 0, 1, 0, 1, 0]),
    )
    earlier = network(2)
    thought = -float(earlier(rows[2:3])[0])  # the other team's value, negated for this team
    mixed = 1 + TRUST * (thought - 1)
    assert trusting(earlier, lessons) == pytest.approx([mixed, mixed, -1, -1, 1, 1])


def test_an_average_network_adds_up_to_the_mean_of_its_parts():
    rows = np.random.default_rng(1).normal(size=(9, len(FEATURES)))
    parts = [network(2), network(3)]
    sums = [np.arctanh(each(rows)) for each in parts]
    assert np.arctanh(average(parts)(rows)) == pytest.approx(sum(sums) / 2)


def test_rounded_weights_are_nearly_the_same():
    rows = np.random.default_rng(1).normal(size=(9, len(FEATURES)))
    assert rounded(network(2))(rows) == pytest.approx(network(2)(rows), abs=1e-3)
