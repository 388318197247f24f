"""The puzzles of a game among bots."""

from collections.abc import Iterator
from typing import Final

from literature.puzzles.finder import MOST_ASKS, Puzzle, puzzles_of
from literature.puzzles.situation import Situation
from literature.rules.apply import apply
from literature.rules.information_state import information_state
from literature.rules.moves import Asked, Event, move_of
from literature.rules.options import FIRST_GAME, PRESETS
from literature.rules.state import new_game
from literature.selfplay import play, seed_of

PRESET: Final = FIRST_GAME
LEVEL: Final = "medium"


def puzzles_of_game(seed: int, game: int) -> Iterator[Puzzle]:
    """All puzzles of game ``game`` of a run, from each seat's view after each move.

    Answers are not compared with all deals yet (``has_one_answer``).
    """
    rules = PRESETS[PRESET]
    played = play(rules, seed_of(seed, game), (LEVEL, LEVEL))
    state, log = new_game(rules, played.dealt, played.dealer), list[Event]()
    for move in map(move_of, played.log):
        state, event = apply(state, move)
        log.append(event)
        told = sum(isinstance(each, Asked) and state.live >> each.card & 1 for each in log)
        for seat in range(rules.players if told <= MOST_ASKS else 0):
            seen = information_state(
                state, log, seat, dealer=played.dealer, dealt=played.dealt[seat]
            )
            yield from puzzles_of(Situation.of(seen))
