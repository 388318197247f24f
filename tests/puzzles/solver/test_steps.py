"""The steps of arguments are true, enough, and no more than are needed."""

import pytest

from puzzles.book import FILE, parse
from puzzles.solver.argument import shortest
from puzzles.solver.deals import Deals
from puzzles.solver.facts import Facts
from puzzles.solver.finder import Reason
from puzzles.solver.steps import Is, Known, Not, effort_of

PUZZLES = [parse(line).puzzle for line in FILE.read_text().splitlines()[:21]]


def proved(steps):
    """All that some steps conclude, each taken when its premises are there."""
    said, left = set(), list(steps)
    while ready := [step for step in left if step.premises <= said]:
        for step in ready:
            said |= step.conclusions
            left.remove(step)
    return said


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_every_step_is_true_in_every_deal(puzzle):
    facts = Facts.of(puzzle.position)
    holders = Deals(puzzle.position, facts).holders
    for step in Known(puzzle.position, facts).steps:
        for claim in step.conclusions:
            if isinstance(claim, Is):
                assert [*holders[claim.card]] == [claim.seat], step
            elif isinstance(claim, Not):
                assert not holders[claim.card][claim.out], step


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_an_argument_is_enough_and_none_of_its_steps_can_be_left_out(puzzle):
    facts = Facts.of(puzzle.position)
    goals = {Is(card, seat) for card, seat in puzzle.answer if facts.hidden >> card & 1}
    steps = shortest(Known(puzzle.position, facts), goals)
    assert tuple(map(Reason.of, steps)) == puzzle.argument
    assert goals <= proved(steps)
    for step in steps:
        assert not goals <= proved([each for each in steps if each != step])
    for number, step in enumerate(steps):
        assert step.premises <= proved(steps[:number]), "a step comes before what it needs"


@pytest.mark.parametrize("puzzle", PUZZLES[:7], ids=lambda puzzle: puzzle.kind)
def test_no_argument_is_shorter(puzzle):
    """No set of steps of less effort proves the answer, tried one by one."""
    facts = Facts.of(puzzle.position)
    goals = {Is(card, seat) for card, seat in puzzle.answer if facts.hidden >> card & 1}
    known = Known(puzzle.position, facts)
    assert shortest(known, goals, puzzle.effort - 1) is None
    assert shortest(known, goals, puzzle.effort) is not None
    if len(known.steps) <= 14:
        for chosen in range(1 << len(known.steps)):
            steps = [step for bit, step in enumerate(known.steps) if chosen >> bit & 1]
            if sum(effort_of(step.kind) for step in steps) < puzzle.effort:
                assert not goals <= proved(steps)
