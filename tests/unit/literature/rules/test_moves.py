"""Moves and events, and their text in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.rules.cards import CARDS, UNKNOWN, parse_card
from literature.rules.decks import DECKS
from literature.rules.move_text import move_text, parse_move
from literature.rules.moves import (
    OUTCOMES,
    Ask,
    Asked,
    Claim,
    Claimed,
    Pass,
    Passed,
    holders_of,
    move_of,
)
from tests.unit.kit.positions import claim, dealt, refused
from tests.unit.kit.strategies import PROFILE

DECK = DECKS["quartets"]
TENS = tuple(
    (parse_card(text), seat) for text, seat in [("TC", 1), ("TD", 3), ("TH", 1), ("TS", 5)]
)
INDEX = DECK.set_index("rank-T")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("2 ask 9H 3", Ask(2, parse_card("9H"), 3)),
        ("11 ask RJ 0", Ask(11, parse_card("RJ"), 0)),
        ("1 claim rank-T TC=1 TD=3 TH=1 TS=5", Claim(1, INDEX, TENS)),
        ("1 claim rank-T", Claim(1, INDEX, ())),
        ("4 pass 10", Pass(4, 10)),
    ],
)
def test_moves_are_written_and_parsed(text, move):
    assert parse_move(DECK, text) == move
    assert move_text(DECK, move) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("2 ask 8x 3", Ask(2, UNKNOWN, 3)),
        ("2 claim low-clubs", Claim(2, UNKNOWN, ())),
        ("2 claim rank-T XX=2", Claim(2, INDEX, ((UNKNOWN, 2),))),
    ],
)
def test_unknown_seats_and_sets_are_parsed_and_refused_by_the_rules(text, move):
    assert parse_move(DECK, text) == move
    assert parse_move(DECK, move_text(DECK, move)) == move


def test_a_card_of_another_deck_is_parsed():
    assert parse_move(DECKS["8s-out"], "0 ask 8C 1") == Ask(0, parse_card("8C"), 1)


@pytest.mark.parametrize(
    "text",
    ["", "2", "2 ask", "2 ask 9H", "2 ask 9H 3 4", "x ask 9H 3", "2 ask 9H x", "2 pass", "pass 3",
     "2 pass 3 4", "2 pass x", "2 claim", "2 claim rank-T TC", "2 claim rank-T TC=", "2 steal 9H 3",
     "2 claim rank-T TC=x", "2 ASK 9H 3"],
)  # fmt: skip
def test_other_texts_are_not_moves(text):
    with pytest.raises(ValueError):
        parse_move(DECK, text)


SEATS = st.integers(0, 11)
PLACES = st.sampled_from(range(len(CARDS)))
MOVES = st.one_of(
    st.builds(Ask, SEATS, PLACES, SEATS),
    st.builds(Pass, SEATS, SEATS),
    st.builds(
        Claim,
        SEATS,
        st.integers(0, 12),
        st.dictionaries(PLACES, SEATS).map(lambda named: holders_of(named.items())),
    ),
)


@PROFILE
@given(MOVES)
def test_any_move_is_parsed_from_its_text(move):
    assert parse_move(DECK, move_text(DECK, move)) == move


def test_holders_are_compared_in_card_order():
    assert holders_of([(9, 1), (3, 5), (3, 2)]) == ((3, 2), (3, 5), (9, 1))
    assert parse_move(DECK, "1 claim rank-T TS=5 TC=1 TH=1 TD=3") == Claim(1, INDEX, TENS)


def test_the_three_outcomes():
    assert OUTCOMES == ("correct", "misplaced", "opponent_held")


@pytest.mark.parametrize(
    ("event", "move"),
    [
        (Asked(7, 2, 33, 3, True), Ask(2, 33, 3)),
        (Claimed(8, 1, INDEX, TENS, "correct", TENS), Claim(1, INDEX, TENS)),
        (Passed(9, 4, 2), Pass(4, 2)),
    ],
)
def test_the_move_of_an_event(event, move):
    assert move_of(event) == move
    assert type(move_of(event)) is type(move)


@pytest.mark.parametrize("move", ["0 ask 2C 6", "0 ask 2C -1", "6 ask 2C 1", "-1 ask 2C 1",
                                  "0 pass 6", "-2 pass 0", "6 claim low-clubs",
                                  "0 claim low-clubs 2C=6"])  # fmt: skip
def test_an_unknown_seat_is_an_error_and_not_a_refusal(move):
    with pytest.raises(ValueError, match="no such seat"):
        refused(dealt(), move)


def test_another_object_is_not_a_move():
    with pytest.raises(TypeError):
        refused(dealt(), (0, 1, 2))


def test_the_test_kit_names_the_true_holders():
    state = dealt()
    for card, seat in claim(state, 0, "low-clubs").holders:
        assert state.hands[seat] >> card & 1
