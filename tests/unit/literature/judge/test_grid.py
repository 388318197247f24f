"""The deduction grid."""

import pytest

from finished.review.wording import percent
from literature.judge.explaining import rounded
from literature.judge.grid import grid
from literature.rules.decks import DECKS


@pytest.mark.parametrize("chance", [0.26496, 0.26504, 0.2651, 0.005, 0.0049, 0.99501])
def test_a_cell_and_a_sentence_name_the_same_percents(chance):
    deck = DECKS["7s-out"]
    rows = {card: [chance, 1 - chance] for card in deck.cards}
    everything = sum(1 << card for card in deck.cards)
    cell = grid(deck, rows, [everything, everything])[0]
    assert percent(rounded(chance)) == f"{cell}\N{NO-BREAK SPACE}%"
