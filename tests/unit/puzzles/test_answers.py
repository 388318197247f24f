"""A person's answers: tries, the end of a puzzle, and days in a row."""

import json

import pytest
from django.core import signing

from puzzles.answers import RIGHT, SHOWN, WRONG, Answers
from puzzles.candidates import candidates, tries
from puzzles.puzzle_file import number_of_days, puzzle_at

#: The number of the last puzzle, among the first 56, that allows three tries.
THREE_TRIES = next(number for number in range(56, 0, -1) if tries(puzzle_at(number - 1)) == 3)


def test_stored_answers_are_read_again():
    answers = Answers().after(56, WRONG, 56, "9:3").after(55, RIGHT, 56)
    assert Answers.from_json(json.loads(json.dumps(answers.to_json()))) == answers


def test_three_tries():
    answers = Answers()
    for seat in (1, 3):
        answers = answers.after(THREE_TRIES, WRONG, 56, f"9:{seat}")
        assert not answers.done(THREE_TRIES)
    answers = answers.after(THREE_TRIES, WRONG, 56, "9:4")
    assert answers.done(THREE_TRIES)
    assert not answers.solved(THREE_TRIES)
    assert answers.after(THREE_TRIES, RIGHT, 56) == answers, "too late"


def test_a_wrong_answer_again_costs_no_try():
    number = THREE_TRIES
    answers = Answers().after(number, WRONG, 56, "9:3").after(number, WRONG, 56, "9:4")
    again = answers.after(number, WRONG, 56, "9:3")
    assert again.missed(number) == 2
    assert again.wrong_of(number) == [((9, 4),), ((9, 3),)], "the last one is at the end"
    assert again.after(number - 1, WRONG, 56, "9:3").missed(number - 1) == 1
    assert again.after(number, SHOWN, 56).wrong == {}


def test_no_puzzle_allows_trying_all_answers():
    for puzzle in map(puzzle_at, range(number_of_days())):
        assert 1 <= tries(puzzle) <= 3
        seats = candidates(puzzle)
        known = puzzle.situation.facts.known_holders()
        hidden = [(card, seat) for card, seat in puzzle.answer if card not in known]
        assert all(seat in seats for _card, seat in hidden)
        if puzzle.kind == "holder":
            assert tries(puzzle) <= len(seats) / 2


def test_the_solution_ends_a_puzzle():
    answers = Answers().after(56, SHOWN, 56)
    assert answers.done(56)
    assert not answers.solved(56)
    assert answers.streak(56) == 0


def test_days_in_a_row():
    answers = Answers()
    for number in (50, 51, 52):
        answers = answers.after(number, RIGHT, number)
    assert answers.streak(52) == answers.streak(53) == 3
    assert answers.streak(54) == 0, "a day was missed"
    assert answers.after(54, RIGHT, 54).streak(54) == 1


def test_practice_does_not_extend_the_streak():
    answers = Answers().after(50, RIGHT, 50).after(49, RIGHT, 51)
    assert answers.streak(51) == 1
    assert answers.after(51, RIGHT, 51).streak(51) == 2


def test_old_puzzles_are_removed():
    """Otherwise the cookie would grow."""
    answers = Answers()
    for number in range(1, 400):
        answers = answers.after(number, RIGHT, number)
    assert min(answers.tries) == 399 - 30
    assert answers.streak(399) == 399
    assert len(signing.dumps(answers.to_json(), compress=True)) < 500


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        ((50, 4), (53, 3), (53, 7)),
        ((50, 4), (54, 3), (54, 3)),
        ((53, 7), (52, 2), (53, 7)),
        ((53, 3), (53, 7), (53, 7)),
        ((0, 0), (53, 7), (53, 7)),
    ],
)
def test_streaks_that_touch_become_one(one, other, joined):
    one, other = (Answers({}, *streak) for streak in (one, other))
    for answers in (one.joined(other), other.joined(one)):
        assert (answers.streak_end, answers.streak_length) == joined


def test_the_answers_of_two_devices():
    """For each puzzle the device counts that is further."""
    laptop = Answers().after(THREE_TRIES, WRONG, 56, "9:1").after(55, RIGHT, 56)
    phone = Answers().after(THREE_TRIES, WRONG, 56, "9:1").after(THREE_TRIES, WRONG, 56, "9:3")
    phone = phone.after(55, SHOWN, 56).after(53, SHOWN, 56)
    joined = laptop.joined(phone)
    assert joined.tries == {THREE_TRIES: WRONG + WRONG, 55: RIGHT, 53: SHOWN}
    assert joined.wrong_of(THREE_TRIES) == [((9, 1),), ((9, 3),)]
    assert joined == joined.joined(phone) == joined.joined(laptop)
