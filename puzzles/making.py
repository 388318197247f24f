"""Makes a puzzle for each day from games of bots.

The same seed always gives the same puzzles. More days only add puzzles at the end.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from literature.puzzles.finder import (
    ASK,
    CLAIM,
    HOLDER,
    Puzzle,
    has_one_answer,
)
from literature.puzzles.games import puzzles_of_game
from puzzles.puzzle_file import StoredPuzzle

SEED: Final = 1

#: The level of each day from Monday to Sunday, and the kinds of puzzle, preferred kinds first.
#: Successive days prefer different kinds.
WEEK: Final = (
    (1, (ASK, HOLDER, CLAIM)),
    (1, (HOLDER, ASK, CLAIM)),
    (2, (CLAIM, ASK, HOLDER)),
    (2, (HOLDER, CLAIM, ASK)),
    (2, (ASK, CLAIM, HOLDER)),
    (3, (CLAIM, HOLDER, ASK)),
    (3, (HOLDER, CLAIM, ASK)),
)

#: A puzzle is avoided if one of the last days had a puzzle with the same kinds of conclusions.
DAYS_APART: Final = 3

#: At least this number of games is played for each day. More follow if no puzzle is suitable.
GAMES_A_DAY: Final = 4

#: The least number of steps in an argument, by the kind of puzzle.
FEWEST_STEPS: Final = {HOLDER: 2, ASK: 2, CLAIM: 1}

#: The least number of steps that follow from other steps, by the level of the puzzle.
FEWEST_CONCLUSIONS: Final = {1: 1, 2: 2, 3: 3}


def days(seed: int = SEED) -> Iterator[StoredPuzzle]:
    """Yield puzzles without end, one for each day. The first day is a Monday."""
    store: list[StoredPuzzle] = []
    taken: list[Puzzle] = []
    played = 0
    while True:
        level, kinds = WEEK[len(taken) % len(WEEK)]
        while played < GAMES_A_DAY * (len(taken) + 1) or not _of_level(store, level):
            store += [StoredPuzzle(played, puzzle) for puzzle in _of_game(seed, played)]
            played += 1
        best = min(_of_level(store, level), key=partial(_unlike, taken[-DAYS_APART:], kinds))
        store = [stored for stored in store if stored.game != best.game]
        taken.append(best.puzzle)
        yield best


def _of_level(store: list[StoredPuzzle], level: int) -> list[StoredPuzzle]:
    return [stored for stored in store if stored.puzzle.level == level]


def _unlike(before: list[Puzzle], kinds: tuple[str, ...], stored: StoredPuzzle) -> tuple[int, ...]:
    """The sort key of puzzles for a day.

    Puzzles that differ from those of the last days come first.
    """
    puzzle = stored.puzzle
    alike = [each.trick for each in before].count(puzzle.trick)
    alike += bool(before) and puzzle.kind == before[-1].kind
    return (
        alike,
        kinds.index(puzzle.kind),
        -puzzle.conclusions,
        stored.game,
    )


def _of_game(seed: int, game: int) -> list[Puzzle]:
    """A game's best puzzle of each kind, level and trick. Each has exactly one answer."""
    best: dict[tuple[object, ...], Puzzle] = {}
    found = list(puzzles_of_game(seed, game))
    # Many conclusions come first, then a short log.
    found.sort(key=lambda each: (-each.conclusions, len(each.situation.asks)))
    for puzzle in found:
        place = (puzzle.kind, puzzle.level, puzzle.trick)
        long_enough = (
            len(puzzle.argument) >= FEWEST_STEPS[puzzle.kind]
            and puzzle.conclusions >= FEWEST_CONCLUSIONS[puzzle.level]
        )
        if place not in best and long_enough and has_one_answer(puzzle):
            best[place] = puzzle
    return list(best.values())
