"""The easy and the medium level play exactly as they did before the hard level existed."""

from hashlib import sha256

import pytest

from literature.rules.decks import DECKS
from literature.rules.move_text import move_text
from literature.rules.moves import move_of
from literature.selfplay import play, rules_of, seed_of

pytestmark = pytest.mark.slow

#: For six presets and for random rules, a hash of the moves of three games. These games were
#: played in the same way before the hard level existed.
PLAYED = {
    "nine-sets": "62c250df9d088cbb",
    "nine-sets-anytime": "ca7c958d4fad5157",
    "classic": "b05f1ec2be12b080",
    "canadian-fish": "a5193e4a8e484234",
    "silent-hands": "489f278ad34ae84a",
    "big-table": "b6ca44354f2bc137",
    "random": "38c6f61717ae4eeb",
}


@pytest.mark.parametrize("preset", PLAYED)
def test_easy_and_medium_play_the_same_games_as_before(preset):
    moves = sha256()
    for game, teams in enumerate([("easy", "medium"), ("medium", "easy"), ("medium", "medium")]):
        seed = seed_of(16, game)
        rules = rules_of(preset, seed)
        for event in play(rules, seed, teams).log:
            moves.update(move_text(DECKS[rules.deck], move_of(event)).encode() + b"\n")
    assert moves.hexdigest()[:16] == PLAYED[preset]
