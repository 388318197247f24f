"""The sentence about the score of a series."""

from dataclasses import replace

import pytest

from game.rules.options import PRESETS
from game.rules.series import standing
from rooms.series import series_sentence


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ((5, 0), "First to 7: Red 5, Blue 0 points."),
        ((2, 1), "First to 7: Red 2, Blue 1 point."),
        ((3, 8), "Blue wins the series. Red 3, Blue 8."),
    ],
)
def test_the_sentence_has_the_points_to_reach(scores, sentence):
    rules = replace(PRESETS["nine-sets"], series="first_to", series_points=7)
    assert series_sentence(rules, standing(rules, [scores])) == sentence
