"""Levels measure difficulty: conclusions from other conclusions, and cards to trace."""

import pytest

from puzzles.puzzle_file import FILE, from_line
from puzzles.solver.rating import LEVELS_BEGIN, level, points

PUZZLES = [from_line(line).puzzle for line in FILE.read_text().splitlines()[:70]]


def test_a_harder_level_needs_more_conclusions():
    by_level = {
        number: [puzzle.conclusions for puzzle in PUZZLES if puzzle.level == number]
        for number in (1, 2, 3)
    }
    assert set(by_level[1]) == {1}
    assert set(by_level[2]) <= {2, 3}
    assert min(by_level[3]) >= 3


def test_a_plain_line_adds_less_than_a_conclusion():
    puzzle = next(each for each in PUZZLES if each.argument[0].kind == "missed")
    without = puzzle.argument[1:]
    assert points(puzzle.situation, puzzle.argument) - points(puzzle.situation, without) == 1
    ended = puzzle.argument[:-1]
    assert points(puzzle.situation, puzzle.argument) - points(puzzle.situation, ended) == 3


def test_an_ask_counts_more_if_cards_of_its_set_have_moved():
    for puzzle in PUZZLES:
        asked = [each for each in puzzle.argument if each.kind == "asked"]
        if not asked:
            continue
        hits = [ask.card for ask in puzzle.situation.asks if ask.hit]
        card = puzzle.situation.asks[asked[0].asks[0]].card
        others = puzzle.situation.deck.set_masks[card] & ~(1 << card)
        moved = any(others >> each & 1 for each in hits)
        assert points(puzzle.situation, asked[:1]) == 1 + moved


@pytest.mark.parametrize("number", [1, 2, 3])
def test_levels_have_their_points(number):
    begins = (0, *LEVELS_BEGIN, 99)
    for puzzle in PUZZLES:
        if level(puzzle.situation, puzzle.argument) == number:
            assert begins[number - 1] <= points(puzzle.situation, puzzle.argument) < begins[number]
