"""docs/rules.md, "Cards": the texts of cards and hands."""

import pytest

from literature.rules.cards import (
    CARDS,
    UNKNOWN,
    card_text,
    cards_in,
    hand_of,
    hand_text,
    parse_card,
    parse_hand,
)


def test_the_texts_of_fifty_four_cards_are_rank_and_suit():
    # "2C … 9C TC JC QC KC AC", suits C D H S, and the jokers RJ and BJ.
    ranks = "2 3 4 5 6 7 8 9 T J Q K A".split()
    assert list(CARDS) == [*(rank + suit for suit in "CDHS" for rank in ranks), "RJ", "BJ"]
    assert len(set(CARDS)) == 54


def test_every_text_of_a_card_is_parsed_to_the_card():
    assert [card_text(parse_card(text)) for text in CARDS] == list(CARDS)
    assert [CARDS[parse_card(text)] for text in CARDS] == list(CARDS)


@pytest.mark.parametrize(
    "text",
    ["", "9", "H", "9h", "10H", "1H", "H9", " 9H", "9H ", "9♥", "J", "JR", "rj", "9HH", "??",
     "\ud800", "９H"],
)  # fmt: skip
def test_other_texts_are_not_cards(text):
    assert parse_card(text) == UNKNOWN


def test_an_unknown_card_has_a_text_that_stays_unknown():
    assert parse_card(card_text(UNKNOWN)) == UNKNOWN


def test_the_jokers_are_two_different_cards():
    assert parse_card("RJ") != parse_card("BJ")


def test_a_hand_has_one_bit_for_each_card():
    assert parse_hand(["2C"]) == 1
    assert parse_hand(["BJ"]) == 1 << 53
    assert parse_hand([]) == 0
    assert parse_hand(CARDS) == 2**54 - 1


def test_hands_are_listed_in_card_order():
    assert hand_text(parse_hand(["AS", "RJ", "9H", "2C"])) == ["2C", "9H", "AS", "RJ"]
    assert cards_in(hand_of([53, 0, 33])) == [0, 33, 53]
    assert cards_in(0) == []


@pytest.mark.parametrize("texts", [["2C", "1C"], ["??"], ["2c"]])
def test_a_hand_with_no_card_among_its_texts_is_an_error(texts):
    with pytest.raises(ValueError, match="does not exist"):
        parse_hand(texts)
