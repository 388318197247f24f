"""Makes a puzzle for each day from games of bots. The same seed always gives the same puzzles: more
days only add puzzles at the end.
"""

from collections.abc import Iterator
from typing import Final

from bots.selfplay import play, seed_of
from game.rules.apply import apply
from game.rules.moves import Asked, Event, move_of
from game.rules.options import PRESETS
from game.rules.state import new_game
from game.rules.view import information_state
from puzzles.book import Kept
from puzzles.solver.finder import ASK, CLAIM, HOLDER, MOST_ASKS, Puzzle, has_one_answer, puzzles_of
from puzzles.solver.situation import Situation

SEED: Final = 1
PRESET: Final = "first-game"
LEVEL: Final = "medium"

#: The level of each day from Monday to Sunday, and the kinds of puzzle, preferred kinds first.
WEEK: Final = (
    (1, (HOLDER, ASK, CLAIM)),
    (1, (ASK, HOLDER, CLAIM)),
    (2, (CLAIM, ASK, HOLDER)),
    (2, (HOLDER, CLAIM, ASK)),
    (2, (ASK, HOLDER, CLAIM)),
    (3, (CLAIM, HOLDER, ASK)),
    (3, (HOLDER, CLAIM, ASK)),
)

#: The number of games for each day; more are played if they give no suitable puzzle.
GAMES_A_DAY: Final = 3

#: The least number of steps of an argument, by the kind of puzzle.
FEWEST_STEPS: Final = {HOLDER: 2, ASK: 2, CLAIM: 1}

#: The least number of steps that follow from other steps, by the level of puzzle.
FEWEST_JOINS: Final = {1: 1, 2: 1, 3: 2}


def days(seed: int = SEED) -> Iterator[Kept]:
    """Yield a puzzle for each day, from a Monday on, without end."""
    store: list[Kept] = []
    played = day = 0
    while True:
        level, kinds = WEEK[day % len(WEEK)]
        while played < GAMES_A_DAY * (day + 1) or not _fitting(store, level, kinds):
            store += [Kept(played, puzzle) for puzzle in _of_game(seed, played)]
            played += 1
        taken = _fitting(store, level, kinds)[0]
        store = [kept for kept in store if kept.game != taken.game]
        yield taken
        day += 1


def _fitting(store: list[Kept], level: int, kinds: tuple[str, ...]) -> list[Kept]:
    """The puzzles of a level, the best for the day first."""
    fitting = [kept for kept in store if kept.puzzle.level == level]
    return sorted(
        fitting,
        key=lambda kept: (kinds.index(kept.puzzle.kind), -kept.puzzle.joins, kept.game),
    )


def _of_game(seed: int, game: int) -> list[Puzzle]:
    """A game's best puzzle of each kind and level. Each has exactly one answer."""
    best: dict[tuple[str, int], Puzzle] = {}
    for puzzle in sorted(_all_of_game(seed, game), key=_worth):
        place = (puzzle.kind, puzzle.level)
        if place not in best and _is_riddle(puzzle) and has_one_answer(puzzle):
            best[place] = puzzle
    return list(best.values())


def _is_riddle(puzzle: Puzzle) -> bool:
    long_enough = len(puzzle.argument) >= FEWEST_STEPS[puzzle.kind]
    return long_enough and puzzle.joins >= FEWEST_JOINS[puzzle.level]


def _worth(puzzle: Puzzle) -> tuple[int, int]:
    """The order of puzzles: many steps that follow from others first, then a short log."""
    return -puzzle.joins, len(puzzle.situation.asks)


def _all_of_game(seed: int, game: int) -> Iterator[Puzzle]:
    """All puzzles of a game: of each seat after each move."""
    rules, seed_bytes = PRESETS[PRESET], seed_of(seed, game)
    played = play(rules, seed_bytes, (LEVEL, LEVEL))
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
