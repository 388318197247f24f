"""A hint says why its ask is worth more than a likelier ask."""

import pytest

from finished.review.hint_text import hint_text
from literature.judge.findings import AskHint, Holding, Worth
from tests.unit.finished.review.test_asks_text import MADE, NAMES, RULES, TWO_OF_CLUBS


@pytest.mark.parametrize(
    ("worth", "reason"),
    [
        ("fuller", "your team probably holds more cards of High hearts than of Low clubs."),
        ("last", "the ask for the 9♥ can take the other team’s last card of High hearts."),
    ],
)
def test_a_likelier_ask_is_named(worth, reason):
    likelier = Holding(TWO_OF_CLUBS, 3, 0.35)
    hint = AskHint(MADE, worth=Worth("high-hearts", "low-clubs", worth), likelier=likelier)
    said = hint_text(RULES, hint, NAMES, 0).reasons[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert said == f"Asking Dorian for the 2♣ is more likely to hit (35 %), but {reason}"
