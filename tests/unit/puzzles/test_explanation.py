"""Sentences of an argument: every reason is named, and each step states only facts that the
question needs.
"""

import json

import pytest

from literature.knowledge.facts import holder_by
from literature.knowledge.reasons import OneOf, WholeHand
from literature.puzzles.argument import shortest, told
from literature.puzzles.finder import Puzzle
from literature.puzzles.steps import IS, Known, Statement
from literature.rules.cards import CARDS, cards_in
from puzzles.explanation import explain, plan
from puzzles.puzzle_file import FILE, from_line
from tests.unit.kit.brute_force import Told

NAMES = ["You", "Iris", "Jonas", "Klara", "Lev", "Ada"]

LOW_DIAMONDS = {
    "kind": "claim", "hand": "7D QD", "counts": [2, 0, 5, 2, 2, 1], "turn": 5,
    "scorers": [1, 1, -1, -1, 0, 0, 1, 0],
    "asks": [
        "1 2D 0 hit", "1 3D 2 miss", "2 2D 1 hit", "2 7D 1 miss", "1 2D 2 hit", "1 5D 2 miss",
        "2 2D 1 hit", "2 4D 1 hit", "2 5D 5 hit", "2 7D 3 miss", "3 QD 4 miss", "4 7D 5 miss",
    ],
    "answer": {"2D": 2, "3D": 4, "4D": 2, "5D": 2, "6D": 2, "7D": 0},
}  # fmt: skip
ONE_CARD = {
    "kind": "ask", "hand": "3C 5C 7C JS", "counts": [4, 2, 2, 1, 1, 2], "turn": 0,
    "scorers": [-1, 1, 0, 0, 1, 1, 0, -1],
    "asks": [
        "0 5C 3 miss", "5 5C 2 hit", "1 3C 0 hit", "1 4C 2 miss", "4 TS 3 miss", "3 4C 0 miss",
        "0 5C 5 hit", "0 3C 1 hit",
    ],
    "answer": {"4C": 5},
}  # fmt: skip
EMPTY_HANDS = {
    "kind": "claim", "hand": "2D 4D 6D", "counts": [3, 0, 5, 0, 3, 1], "turn": 2,
    "scorers": [-1, 1, -1, 1, 0, 0, 1, 0],
    "asks": [
        "2 4C 5 miss", "2 2C 5 miss", "2 6C 5 hit", "2 7D 1 miss", "5 3D 2 miss",
    ],
    "answer": {"2C": 4, "3C": 2, "4C": 4, "5C": 2, "6C": 2, "7C": 2},
}  # fmt: skip
ANOTHER_FIRST = {
    "kind": "holder", "hand": "KD", "counts": [1, 0, 4, 5, 1, 1], "turn": 2,
    "scorers": [-1, 1, 1, -1, 0, 0, 1, 0],
    "asks": [
        "4 7C 1 miss", "2 JD 1 hit", "2 TD 5 hit", "2 QD 1 miss", "3 5C 4 miss", "4 9D 3 miss",
        "3 3C 4 hit", "3 2C 4 hit", "3 5C 2 miss", "2 QD 3 miss", "3 5C 0 hit", "3 7C 2 miss",
    ],
    "answer": {"9D": 2},
}  # fmt: skip


def puzzle_of(document) -> Puzzle:
    puzzle = from_line(json.dumps({"game": 0, "deck": "8s-out", "argument": [], **document})).puzzle
    facts = puzzle.situation.facts
    goals = [Statement(IS, card, seat) for card, seat in puzzle.answer if facts.hidden >> card & 1]
    steps = shortest(Known(puzzle.situation), goals)
    return puzzle._replace(argument=told(steps))


def sentences(document):
    return [step.sentence for step in explain(puzzle_of(document), NAMES)]


def test_an_ask_names_the_holders_of_the_other_cards_and_the_lines_that_prove_it():
    steps = sentences(LOW_DIAMONDS)
    assert steps == [
        "Jonas asked for the 2♦ in line 3, so Jonas held another card of Low diamonds then. Iris "
        "held the 4♦ then (line 8). Ada held the 5♦ then (line 9). You hold the 7♦. So Jonas held "
        "the 3♦ or the 6♦. Nobody has taken that card since, so Jonas still holds it.",
        "Iris asked Jonas for the 3♦ in line 2 and missed. Nobody has got it since, so neither of "
        "them holds it.",
        "Jonas doesn’t hold the 3♦ (step 2). So the card of Low diamonds in step 1 is the 6♦, and "
        "Jonas holds it.",
        "Lev asked for the 7♦ in line 12, so Lev held another card of Low diamonds then. Jonas "
        "held the 2♦, the 4♦ and the 5♦ then (lines 7 to 9). So Lev held the 3♦ or the 6♦. Nobody "
        "has taken that card since, so Lev still holds it.",
        "Lev doesn’t hold the 6♦ (step 3). So the card of Low diamonds in step 4 is the 3♦, and "
        "Lev holds it.",
    ]  # fmt: skip


def test_the_lines_that_prove_a_step_are_linked():
    steps = explain(puzzle_of(LOW_DIAMONDS), NAMES)
    assert [step.asks for step in steps] == [(2, 7, 8), (1,), (), (11, 6, 7, 8), ()]


def test_a_full_hand_rules_out_the_card_of_the_question():
    steps = sentences(ONE_CARD)
    assert steps == [
        "Lev asked for the 10♠ in line 5, so Lev held another card of High spades then. You hold "
        "the J♠. So Lev held an unseen card of High spades. Nobody has taken that card since, so "
        "Lev still holds it.",
        "Lev has 1 card: a card of High spades (step 1). So Lev doesn’t hold the 4♣.",
        "Iris asked Jonas for the 4♣ in line 4 and missed. Nobody has got it since, so neither of "
        "them holds it.",
        "Klara asked you for the 4♣ in line 6 and missed. Nobody has got it since, so Klara "
        "doesn’t hold it.",
        "You don’t hold the 4♣. Iris, Jonas, Klara and Lev can’t hold the 4♣ either (steps 2 to "
        "4). So only Ada can hold the 4♣.",
    ]


def test_a_counted_hand_gives_the_reason_of_its_size():
    steps = sentences(EMPTY_HANDS)
    whole = next(step for step in steps if "Jonas has 5 cards" in step)
    assert whole.startswith(
        "There are 8 unseen cards. "
        "Jonas doesn’t hold the 2♣, the 4♣, the 3♦ or the 7♦ (steps 1 to 4). "
        "Jonas has 5 cards, and can hold only the "
    )


def test_an_intermediate_step_says_its_purpose():
    puzzle = puzzle_of(ANOTHER_FIRST)
    assert plan(puzzle) == (
        "The steps show who holds the 9♦. On the way, the steps also show who holds the 7♣."
    )
    steps = explain(puzzle, NAMES)
    assert [step.aim for step in steps] == [
        "To find the 9♦, first answer another question: Who holds the 7♣?", "", "",
        "Who holds the 9♦?", "", "",
    ]  # fmt: skip
    assert steps[2].sentence == (
        "You don’t hold the 7♣. Iris has no cards. Jonas, Klara and Lev can’t hold the 7♣ either "
        "(steps 1 and 2). So only Ada can hold the 7♣."
    )
    assert steps[3].sentence == "Ada has 1 card: the 7♣ (step 3). So Ada doesn’t hold the 9♦."


def test_a_counted_hand_counts_every_unseen_card():
    for line in FILE.read_text().splitlines()[:56]:
        puzzle = from_line(line).puzzle
        for step in puzzle.argument:
            if isinstance(step.reason, WholeHand):
                assert step.found | step.excluded == puzzle.situation.facts.hidden, line


@pytest.mark.parametrize(
    ("document", "begin"),
    [
        (LOW_DIAMONDS, "All cards of Low diamonds are known except the 3♦ and the 6♦."),
        (
            ONE_CARD,
            "You may ask for the 4♣, because you hold another card of Low clubs.",
        ),
    ],
)
def test_the_plan_names_the_wanted_card(document, begin):
    assert plan(puzzle_of(document)).startswith(begin)


@pytest.mark.parametrize("line", FILE.read_text().splitlines()[:56], ids=range(1, 57))
def test_the_named_holders_had_the_cards_at_the_time(line):
    """The test gets the true holders from the brute force."""
    puzzle, log = from_line(line).puzzle, Told(line)
    now = {
        card: seat
        for seat, cards in enumerate(puzzle.situation.facts.open)
        for card in cards_in(cards)
    }
    now |= dict.fromkeys(cards_in(puzzle.situation.hand), 0)
    facts, deck = puzzle.situation.facts, puzzle.situation.deck
    for reason in (step.reason for step in puzzle.argument):
        if isinstance(reason, OneOf):
            asked = 1 << reason.asked
            for card in cards_in(deck.set_masks[reason.asked] & ~reason.cards & ~asked):
                had = log.times(CARDS[card], now[card])[reason.move]
                move = facts.mover(card, reason.move)
                assert had == (holder_by(move, reason.move) if move else 0)
