"""The sentences of puzzles are whole sentences about the puzzle's own people and cards."""

import re

import pytest

from finished.review.wording import Words
from puzzles import sentences
from puzzles.explanation import explain, plan
from puzzles.presentation import faces, puzzle_view
from puzzles.puzzle_file import puzzle_at

NUMBERS = range(1, 57)


def of(kind):
    return next(number for number in NUMBERS if puzzle_at(number - 1).kind == kind)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_sentence_is_complete(number):
    puzzle = puzzle_at(number - 1)
    names = [name for name, _avatar in faces(number, 6)]
    words = Words(puzzle.situation.deck, names, you=0)
    told = [step.sentence for step in explain(puzzle, names)]
    told.append(plan(puzzle))
    told += [sentences.asked(ask, words) for ask in puzzle.situation.asks]
    told += [sentences.answered(ask, words) for ask in puzzle.situation.asks]
    told.append(sentences.solution(puzzle, names))
    for sentence in told:
        assert re.fullmatch(r"[A-Z].*[.]", sentence), sentence
        assert "%" not in sentence and "  " not in sentence and "'" not in sentence
        assert "You doesn" not in sentence and "You holds" not in sentence
        capitals = set(re.findall(r"\b[A-Z][a-z]+", sentence))
        starts = {"You", "So", "It", "That", "Your", "High", "Low", "Nobody", "Ask", "The"}
        starts |= {"All", "On", "One", "In", "This", "These", "There"}
        assert capitals <= set(names) | starts, sentence


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_the_argument_ends_with_the_answer(kind):
    number = of(kind)
    view = puzzle_view(number, solved=True, language="en")
    holders = {seat for _card, seat in puzzle_at(number - 1).answer if seat}
    last = view["steps"][-1][0].sentence
    assert any(view["seats"][seat].name in last for seat in holders)
    assert view["solution"]


def test_names_change_from_day_to_day():
    assert faces(1, 6) != faces(2, 6)
    assert all(len(set(faces(number, 6))) == 6 for number in NUMBERS)
