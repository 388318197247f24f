"""Every puzzle has one answer, whichever way it is solved, and hidden hands don't change it."""

import json
from itertools import islice

import pytest

from literature.puzzles.finder import has_one_answer, possible_cards, puzzles_of
from literature.puzzles.games import LEVEL, PRESET
from literature.puzzles.situation import Situation
from literature.rules.apply import apply
from literature.rules.cards import CARDS, cards_in, parse_card
from literature.rules.information_state import information_state
from literature.rules.moves import move_of
from literature.rules.options import PRESETS
from literature.rules.state import new_game
from literature.selfplay import play, seed_of
from puzzles.making import SEED
from puzzles.puzzle_file import FILE, from_line
from tests.unit.kit.brute_force import Told

LINES = FILE.read_text().splitlines()

#: If a puzzle has more deals than this, they are not counted one by one.
COUNTED = 3000


def wrong_in(lines):
    return {line: Told(line).answers() for line in lines if Told(line).answers() != [answer(line)]}


def answer(line):
    return json.loads(line)["answer"]


def test_a_week_of_puzzles_by_brute_force():
    assert not wrong_in(LINES[:7])


@pytest.mark.soak
def test_a_hundred_puzzles_by_brute_force():
    assert not wrong_in(LINES[7:107])


def test_the_solver_finds_the_possible_holders_of_each_card():
    compared = 0
    for line in LINES[:20]:
        puzzle = from_line(line).puzzle
        assert has_one_answer(puzzle)
        deals = list(islice(Told(line).deals(), COUNTED + 1))
        if len(deals) <= COUNTED:
            compared += 1
            may = possible_cards(puzzle.situation)
            for card in cards_in(puzzle.situation.facts.hidden):
                holders = {seat for seat, cards in enumerate(may) if cards >> card & 1}
                assert holders == {deal[CARDS[card]] for deal in deals}
    assert compared >= 5


@pytest.mark.parametrize("line", LINES[:7], ids=range(1, 8))
def test_exchanged_hidden_hands_change_nothing(line):
    """The same game with other hidden hands, which the seat can't distinguish, gives the same
    puzzle.
    """
    kept, told = from_line(line), Told(line)
    rules = PRESETS[PRESET]
    played = play(rules, seed_of(SEED, kept.game), (LEVEL, LEVEL))
    seat, moves, seen = moment_of(kept.puzzle, played)
    hidden = [CARDS[c] for c in range(52) if kept.puzzle.situation.facts.hidden >> c & 1]
    different = 0
    for deal in islice(told.deals(), 40):
        dealt = list(played.dealt)
        for card in hidden:
            number = parse_card(card)
            before = next(s for s in range(6) if dealt[s] >> number & 1)
            dealt[before] ^= 1 << number
            dealt[(deal[card] + seat) % 6] |= 1 << number
        different += dealt != list(played.dealt)
        state, log = new_game(rules, dealt, played.dealer), []
        for event in moves:
            state, again = apply(state, move_of(event))
            log.append(again)
        assert log == moves
        exchanged = information_state(state, log, seat, dealer=played.dealer, dealt=dealt[seat])
        assert exchanged == seen
        assert kept.puzzle in list(puzzles_of(Situation.of(exchanged)))
    assert different or len(list(islice(told.deals(), 2))) == 1


def moment_of(puzzle, played):
    """The seat that has a puzzle's situation in a game, the log up to this moment, and the seat's
    information state.
    """
    state, log = new_game(PRESETS[PRESET], played.dealt, played.dealer), []
    for event in played.log:
        state, _event = apply(state, move_of(event))
        log.append(event)
        for seat in range(6):
            seen = information_state(
                state, list(log), seat, dealer=played.dealer, dealt=played.dealt[seat]
            )
            if Situation.of(seen) == puzzle.situation:
                return seat, log, seen
    raise AssertionError("the puzzle is from another game")
