"""docs/rules.md, "Cards": the seven decks, and the names and cards of their sets."""

import pytest

from literature.rules.cards import CARDS, UNKNOWN, card_text, parse_card
from literature.rules.decks import DECKS

#: The decks of docs/rules.md, except quartets: number of cards, ranks of the low and the high sets,
#: and the rank in the extra set.
HALF_SUITS = {
    "8s-out": (48, "2 3 4 5 6 7", "9 T J Q K A", None),
    "7s-out": (48, "A 2 3 4 5 6", "8 9 T J Q K", None),
    "2s-out": (48, "3 4 5 6 7 8", "9 T J Q K A", None),
    "8s-and-jokers": (54, "2 3 4 5 6 7", "9 T J Q K A", "8"),
    "7s-and-jokers": (54, "A 2 3 4 5 6", "8 9 T J Q K", "7"),
    "2s-and-jokers": (54, "3 4 5 6 7 8", "9 T J Q K A", "2"),
}
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def texts(card_set):
    return {card_text(card) for card in card_set.cards}


def test_there_are_seven_decks():
    assert list(DECKS) == [*HALF_SUITS, "quartets"]
    assert all(deck.name == name for name, deck in DECKS.items())


@pytest.mark.parametrize("name", HALF_SUITS)
def test_a_deck_of_half_suits(name):
    size, low, high, extra = HALF_SUITS[name]
    expected = {}
    for suit, letter in SUITS.items():
        expected[f"low-{suit}"] = {rank + letter for rank in low.split()}
        expected[f"high-{suit}"] = {rank + letter for rank in high.split()}
    if extra:
        expected["extra"] = {extra + letter for letter in "CDHS"} | {"RJ", "BJ"}
    deck = DECKS[name]
    assert [each.name for each in deck.sets] == list(expected)
    assert {each.name: texts(each) for each in deck.sets} == expected
    assert len(deck.cards) == size
    assert all(len(each.cards) == 6 for each in deck.sets)


def test_quartets_are_thirteen_sets_of_one_rank():
    deck = DECKS["quartets"]
    ranks = "2 3 4 5 6 7 8 9 T J Q K A".split()
    assert [each.name for each in deck.sets] == [f"rank-{rank}" for rank in ranks]
    for rank, card_set in zip(ranks, deck.sets, strict=True):
        assert texts(card_set) == {rank + suit for suit in "CDHS"}
    assert len(deck.cards) == 52


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_each_card_is_in_exactly_one_set(deck):
    assert sorted(card for each in deck.sets for card in each.cards) == list(deck.cards)
    assert len(set(deck.cards)) == len(deck.cards)
    assert deck.mask == sum(1 << card for card in deck.cards)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_the_set_of_a_card(deck):
    in_deck = set(deck.cards)
    for card in [*range(len(CARDS)), UNKNOWN]:
        index = deck.set_indexes[card]
        if card in in_deck:
            assert card in deck.sets[index].cards
            assert deck.set_masks[card] == deck.sets[index].mask
        else:
            assert (index, deck.set_masks[card]) == (UNKNOWN, 0)


@pytest.mark.parametrize(
    ("name", "left_out"),
    [("8s-out", "8C 8D 8H 8S RJ BJ"), ("7s-out", "7C 7D 7H 7S RJ BJ"),
     ("2s-out", "2C 2D 2H 2S RJ BJ"), ("quartets", "RJ BJ")],
)  # fmt: skip
def test_the_omitted_cards(name, left_out):
    deck = DECKS[name]
    assert {card_text(card) for card in set(range(54)) - set(deck.cards)} == set(left_out.split())


def test_sets_by_name():
    for deck in DECKS.values():
        for card_set in deck.sets:
            assert deck.set_named(card_set.name) is card_set
            assert deck.set_index(card_set.name) == card_set.index
            assert deck.sets[card_set.index] is card_set
    assert DECKS["8s-out"].set_named("extra") is None
    assert DECKS["8s-out"].set_index("extra") == UNKNOWN
    assert DECKS["quartets"].set_index("low-clubs") == UNKNOWN
    assert DECKS["8s-out"].set_index("Low-Clubs") == UNKNOWN


def test_the_same_card_is_low_or_high_by_deck():
    ace, eight = parse_card("AS"), parse_card("8S")
    found = {
        name: [
            deck.sets[deck.set_indexes[card]].name for card in (ace, eight) if deck.mask >> card & 1
        ]
        for name, deck in DECKS.items()
    }
    assert found == {
        "8s-out": ["high-spades"],
        "7s-out": ["low-spades", "high-spades"],
        "2s-out": ["high-spades", "low-spades"],
        "8s-and-jokers": ["high-spades", "extra"],
        "7s-and-jokers": ["low-spades", "high-spades"],
        "2s-and-jokers": ["high-spades", "low-spades"],
        "quartets": ["rank-A", "rank-8"],
    }
