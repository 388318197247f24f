"""Sentences about the figures of a player: a reader who subtracts two of them gets the figure on
the page.
"""

import pytest

from game.review.summary_text import player_review

FIGURES = {"judged": 8, "sound": 5, "tries": 8, "bold": 2}


@pytest.mark.parametrize(
    ("hits", "expected", "luck", "line"),
    [
        (14, 11.96, "+2.0", "expected: 12.0."),
        (8, 8.06, "\N{MINUS SIGN}0.1", "expected: 8.1."),
        (8, 8.02, "0.0", "expected: 8.0."),
    ],
)
def test_luck_is_what_the_line_beside_it_says(hits, expected, luck, line):
    player = player_review(0, FIGURES | {"hits": hits, "expected": expected}, ["Ann"])
    assert player.luck == luck
    assert player.luck_line.endswith(line)
