"""The easy and the medium level play exactly as they did before the hard level existed."""

from hashlib import sha256

import pytest

from bots.selfplay import play, rules_of, seed_of
from game.rules.decks import DECKS
from game.rules.moves import move_of, move_text

pytestmark = pytest.mark.slow

#: A hash of the moves of some games with these presets, from the time before the hard level
#: existed.
PLAYED = {
    "nine-sets": "e0707946f6f96ea3",
    "nine-sets-anytime": "13b7afdf0cd0f614",
    "classic": "96c3e7b0ad3465b7",
    "canadian-fish": "af6341bd691af904",
    "silent-hands": "3d96d00135e6885c",
    "big-table": "f5b9b7777383b957",
    "random": "acf3893ebd918688",
}


@pytest.mark.parametrize("preset", PLAYED)
def test_easy_and_medium_play_the_same_games_as_before(preset):
    moves = sha256()
    for game in range(3):
        seed = seed_of(16, game)
        rules = rules_of(preset, seed)
        for teams in (("easy", "medium"), ("medium", "easy"), ("medium", "medium")):
            for event in play(rules, seed, teams).log:
                moves.update(move_text(DECKS[rules.deck], move_of(event)).encode() + b"\n")
    assert moves.hexdigest()[:16] == PLAYED[preset]
