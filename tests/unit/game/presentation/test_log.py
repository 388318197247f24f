"""The log of a table says why it lacks asks."""

from dataclasses import replace

import pytest

from game.presentation.table import ASKS_ON_PAGE, table_view
from game.presentation.view_models import Face
from literature.rules.cards import parse_card
from literature.rules.information_state import information_state, observation
from literature.rules.moves import Asked
from literature.rules.state import FINISHED, PLAYING, new_game
from tests.kit import PLAIN

FACES = [Face(name, "fox", "", False) for name in ("Ada", "Tom", "Mia", "Ben")]
CARD = parse_card("6D")


def lacks(history: str, made: int, sent: int, phase: str = PLAYING) -> str:
    """What the log says after ``made`` asks, if the page gets the last ``sent`` of them."""
    state = new_game(replace(PLAIN, history=history), [0b1111, 0b11110000, 0, 0], 0)
    state = state._replace(number=made, phase=phase)
    log = [Asked(number, 0, CARD, 1, False) for number in range(made)][-sent:]
    return table_view(observation(information_state(state, log, None, dealer=0)), FACES).lacks


@pytest.mark.parametrize(("history", "made", "sentence"), [
    ("last_ask", 0, ""),
    ("last_ask", 1, ""),
    ("last_ask", 2, "Only the last ask stays visible."),
    ("last_two", 2, ""),
    ("last_two", 3, "The last two asks stay visible."),
    ("full", ASKS_ON_PAGE, ""),
    ("full", ASKS_ON_PAGE + 1, "Only the last 40 asks are listed."),
])  # fmt: skip
def test_a_log_that_lacks_asks_says_why(history, made, sentence):
    assert lacks(history, made, ASKS_ON_PAGE) == sentence


def test_after_the_game_nothing_is_lacking():
    assert lacks("last_ask", 3, 3, FINISHED) == ""
