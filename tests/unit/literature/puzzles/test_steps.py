"""The steps of arguments are true and sufficient, and there are no more steps than necessary."""

import json
from itertools import combinations

import pytest

from literature.knowledge.reasons import Missed, OnlyHolder
from literature.puzzles.argument import shortest, told
from literature.puzzles.finder import possible_cards
from literature.puzzles.steps import IS, NOT, Known, Statement, joins
from literature.rules.cards import parse_card
from puzzles.puzzle_file import FILE, from_line

PUZZLES = [from_line(line).puzzle for line in FILE.read_text().splitlines()[:21]]


def proved(steps):
    """All conclusions of some steps. A step is used when its premises are proved."""
    said, left = set(), list(steps)
    while ready := [step for step in left if step.premises <= said]:
        for step in ready:
            said |= step.conclusions
            left.remove(step)
    return said


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_every_step_is_true_in_every_deal(puzzle):
    may = possible_cards(puzzle.situation)
    for step in Known(puzzle.situation).steps:
        for claim in step.conclusions:
            if claim.kind == IS:
                holders = [seat for seat, cards in enumerate(may) if cards >> claim.card & 1]
                assert holders == [claim.seat], step
            elif claim.kind == NOT:
                assert not may[claim.seat] >> claim.card & 1, step


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_an_argument_is_complete_and_needs_each_of_its_steps(puzzle):
    facts = puzzle.situation.facts
    goals = {Statement(IS, card, seat) for card, seat in puzzle.answer if facts.hidden >> card & 1}
    steps = shortest(Known(puzzle.situation), goals)
    assert told(steps) == puzzle.argument
    assert goals <= proved(steps)
    for step in steps:
        assert not goals <= proved([each for each in steps if each != step])
    for number, step in enumerate(steps):
        assert step.premises <= proved(steps[:number]), "a step comes before what it needs"


@pytest.mark.parametrize("puzzle", PUZZLES[:7], ids=lambda puzzle: puzzle.kind)
def test_no_argument_is_shorter(puzzle):
    """Combinations of up to three steps are tried. None proves the answer with less effort."""
    facts = puzzle.situation.facts
    goals = {Statement(IS, card, seat) for card, seat in puzzle.answer if facts.hidden >> card & 1}
    known = Known(puzzle.situation)
    effort = sum(1 + joins(step.reason, step.uses) for step in puzzle.argument)
    assert shortest(known, goals, effort - 1) is None
    for count in range(1, 4):
        for steps in combinations(known.steps, count):
            if sum(step.effort for step in steps) < effort:
                assert not goals <= proved(steps)


def test_the_last_possible_holder_holds_the_card():
    """Three asks rule out all other players, so the argument needs no other card."""
    asks = [
        "5 4H 2 miss", "0 KS 3 miss", "0 KS 5 miss", "4 KS 1 hit", "0 QS 5 miss", "0 QS 3 miss",
        "0 JS 3 miss", "0 JS 5 miss", "2 JS 1 miss",
    ]  # fmt: skip
    document = {
        "game": 0, "kind": "holder", "deck": "8s-out", "hand": "9S TS AS", "asks": asks,
        "counts": [3, 2, 1, 1, 3, 2], "scorers": [0, 0, 1, 1, -1, 1, 0, -1], "turn": 1,
        "answer": {"JS": 4}, "argument": [],
    }  # fmt: skip
    situation = from_line(json.dumps(document)).puzzle.situation
    steps = shortest(Known(situation), [Statement(IS, parse_card("JS"), 4)])
    assert [type(step.reason) for step in steps] == [Missed, Missed, Missed, OnlyHolder]
