"""The sentence about the score of a series."""

from dataclasses import replace

import pytest

from literature.rules.options import PRESETS
from literature.rules.series import standing
from rooms.series import series_headline, series_sentence


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


@pytest.mark.parametrize(
    ("series", "scores", "red", "blue", "spectator"),
    [
        ("best_of_three", [(5, 3), (3, 5), (5, 4)], "Your team wins the series 2–1",
         "Your team loses the series 1–2", "Red wins the series 2–1"),
        ("first_to", [(3, 5), (0, 9)], "Your team loses the series 3–14",
         "Your team wins the series 14–3", "Blue wins the series 14–3"),
        ("best_of_three", [(4, 4), (5, 3), (3, 5)], *["The series is drawn 1–1"] * 3),
        # The game itself has the headline.
        ("best_of_three", [(5, 3), (3, 5)], "", "", ""),
        ("tie_break", [(5, 3)], "", "", ""),
        ("single", [(5, 3)], "", "", ""),
    ],
)  # fmt: skip
def test_the_end_of_a_series_has_a_headline_for_each_viewer(series, scores, red, blue, spectator):
    rules = replace(PRESETS["nine-sets"], series=series, series_points=7)
    stands = standing(rules, scores)
    assert [series_headline(rules, stands, team) for team in (0, 1, None)] == [red, blue, spectator]
