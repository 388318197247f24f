"""The puzzles in the file come from a seed, and every line has a complete puzzle."""

from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command

from literature.puzzles.finder import ASK, CLAIM, HOLDER
from puzzles.making import WEEK
from puzzles.puzzle_file import FILE, from_line, number_of_days, puzzle_at, to_line

LINES = FILE.read_text().splitlines()


@pytest.mark.slow
def test_the_first_puzzles_can_be_generated_again(tmp_path):
    out = tmp_path / "puzzles.jsonl"
    call_command("make_puzzles", days=3, out=out, stdout=StringIO(), stderr=StringIO())
    assert out.read_text().splitlines() == LINES[:3]


@pytest.mark.slow
def test_another_seed_gives_other_puzzles(tmp_path):
    out = tmp_path / "puzzles.jsonl"
    call_command("make_puzzles", days=1, seed=2, out=out, stdout=StringIO(), stderr=StringIO())
    assert out.read_text().splitlines() != LINES[:1]


def test_there_is_a_year_of_whole_weeks():
    """Each day of the week keeps its level when the puzzles start again from the beginning."""
    assert number_of_days() == len(LINES) >= 366
    assert number_of_days() % len(WEEK) == 0
    assert puzzle_at(number_of_days()) == puzzle_at(0)


def test_every_line_can_be_parsed():
    assert [to_line(from_line(each)) for each in LINES] == LINES
    assert len(set(LINES)) == len(LINES)


def test_each_day_of_the_week_has_its_level():
    for index in range(number_of_days()):
        assert puzzle_at(index).level == WEEK[index % len(WEEK)][0]


def test_kinds_vary():
    puzzles = [puzzle_at(index) for index in range(number_of_days())]
    kinds = [puzzle.kind for puzzle in puzzles]
    assert all(kinds.count(kind) >= 60 for kind in (ASK, CLAIM, HOLDER))
    alike = [(a.kind, a.trick) == (b.kind, b.trick) for a, b in pairwise(puzzles)]
    assert alike.count(True) <= len(puzzles) // 10
