"""Plays games. People make their own moves in them, because history counts only such moves."""

from random import Random
from uuid import uuid4

from game import play
from game.models import Game
from game.models import Move as MoveRow
from literature.rules.apply import apply
from literature.rules.state import FINISHED
from tests.kit import random_move, state_of


def end_by_people(game: Game, moves: int | None = None, seed: int = 0) -> None:
    """Make random legal moves for people and bots: this number of moves, or until the end if
    ``moves`` is None.
    """
    chance = Random(seed)
    state = state_of(game)
    claims = 0.3 if moves is None else 0.07
    people = dict(game.players.filter(user__isnull=False).values_list("seat", "user"))
    while state.phase != FINISHED and moves != 0:
        move = random_move(state, chance, claims)
        user = people.get(move.seat)
        play.act(
            game.pk,
            move,
            version=state.number,
            mover=MoveRow.Mover.PERSON if user else MoveRow.Mover.BOT,
            request=play.Request(user, uuid4().hex) if user else None,
        )
        state, _event = apply(state, move)
        moves = None if moves is None else moves - 1
    game.refresh_from_db()
