"""The log marks the moves that were made for a player."""

import pytest

from game import play, row_values
from game.models import Move
from game.presentation.table import table_view
from game.presentation.view_models import Face
from literature.rules.information_state import information_state, observation
from tests.kit import PLAIN, ask, people, stacked, started

pytestmark = pytest.mark.django_db

HANDS = (
    "low-clubs 9C TC JC QC KC 9D",
    "low-diamonds AC TD JD QD KD AD",
    "low-spades 9S TS JS QS KS AH",
    "low-hearts AS 9H TH JH QH KH",
)


@pytest.mark.parametrize(
    ("mover", "said"),
    [
        (Move.Mover.TURN_CLOCK, "Asha ran out of time, so a bot made this move."),
        (Move.Mover.SUBSTITUTE, "Asha was away, so a bot made this move."),
        (Move.Mover.BOT, ""),
    ],
)
def test_the_player_whom_a_sentence_about_a_move_names(mover, said):
    with stacked(*HANDS):
        game = started(people(4), PLAIN)
    if mover == Move.Mover.SUBSTITUTE:
        play.substitute(game.pk, game.players.get(seat=1).user_id)
    play.act(game.pk, ask(0, "AC", 1), version=0, mover=mover)
    game.refresh_from_db()
    log = row_values.load_log(game)
    hands = list(game.hands.all())
    seen = information_state(row_values.load_state(game, hands), log, None, dealer=game.dealer)
    faces = [Face(name, "owl", "", False) for name in ("Asha", "Ben", "Cora", "Dev")]
    line = table_view(observation(seen), faces, row_values.helped_in(game.moves.all())).log[0]
    assert line.sentence.endswith(said)
    assert line.answer.endswith(said)
    assert ("so a bot" in line.sentence) == bool(said)
