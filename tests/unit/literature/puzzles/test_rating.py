"""Levels measure difficulty: conclusions, cards to trace, and deals to choose from."""

from math import factorial, prod

import pytest

from literature.knowledge.reasons import OneOf, OnlyHolder
from literature.puzzles.rating import LEAST_SEARCH, LEVELS_BEGIN, level, points, search
from puzzles.puzzle_file import FILE, from_line

PUZZLES = [from_line(line).puzzle for line in FILE.read_text().splitlines()[:70]]


def test_a_harder_level_needs_more_conclusions():
    by_level = {
        number: [puzzle.conclusions for puzzle in PUZZLES if puzzle.level == number]
        for number in (1, 2, 3)
    }
    assert max(by_level[1]) <= 2
    assert min(by_level[2]) >= 2
    assert min(by_level[3]) >= 3


def test_a_plain_line_adds_less_than_a_conclusion():
    puzzle = next(each for each in PUZZLES if isinstance(each.argument[-1].reason, OnlyHolder))
    ended = puzzle.argument[:-1]
    assert points(puzzle.situation, ended[:1]) in (1, 2)
    added = points(puzzle.situation, puzzle.argument) - points(puzzle.situation, ended)
    assert added == 2 + any(ended[index].concludes for index in puzzle.argument[-1].uses)


def test_few_possible_deals_make_a_puzzle_easier():
    two = [each for each in PUZZLES if search(each.situation) == 2]
    for puzzle in two:
        places = puzzle.situation.facts.places
        deals = factorial(sum(places)) / prod(map(factorial, places))
        assert 30 < deals < 317
    assert two


def test_an_ask_counts_more_if_cards_of_its_set_have_moved():
    for puzzle in PUZZLES:
        asked = [each for each in puzzle.argument if isinstance(each.reason, OneOf)]
        if not asked:
            continue
        hits = [ask.card for ask in puzzle.situation.asks if ask.hit]
        card = asked[0].reason.asked
        others = puzzle.situation.deck.set_masks[card] & ~(1 << card)
        moved = any(others >> each & 1 for each in hits)
        assert points(puzzle.situation, asked[:1]) == 1 + moved


@pytest.mark.parametrize("number", [1, 2, 3])
def test_levels_have_their_points(number):
    begins = (0, *LEVELS_BEGIN, 99)
    for puzzle in PUZZLES:
        to_search = search(puzzle.situation)
        rated = points(puzzle.situation, puzzle.argument) + to_search
        if level(puzzle.situation, puzzle.argument) == number:
            assert begins[number - 1] <= rated
            assert rated < begins[number] or (number == 2 and to_search < LEAST_SEARCH)
            assert number < 3 or to_search >= LEAST_SEARCH
