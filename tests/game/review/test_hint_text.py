"""A hint says why its ask is worth more than a likelier ask."""

import pytest

from game.review.hint_text import hint_text
from tests.game.review.test_asks_text import EVEN, NAMES, RULES


@pytest.mark.parametrize(
    ("worth", "reason"),
    [
        ("fuller", "your team probably holds more cards of High hearts than of Low clubs."),
        ("last", "the suggested ask can take the other team’s last card of High hearts."),
    ],
)
def test_a_likelier_ask_is_named(worth, reason):
    prize = {
        "card": "2C", "of": 3, "chance": 0.35, "set": "high-hearts", "than": "low-clubs",
        "worth": worth,
    }  # fmt: skip
    fact = {"move": "ask", "card": "9H", "of": 1, "chance": 0.2, **EVEN, "prize": prize}
    said = hint_text(RULES, fact, NAMES, 0).reasons[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert said == f"Asking Dorian for the 2♣ is more likely to hit (35 %), but {reason}"
