"""The groups of a hand: by set, by rank, and in the player's own order."""

import pytest

from game.presentation.hand import BY_RANK, BY_SET, hand_groups, sort_of
from literature.rules.cards import parse_hand
from literature.rules.decks import DECKS

DECK = DECKS["8s-and-jokers"]


def shown(cards, order, deck=DECK):
    """Return each group as its label and its cards."""
    groups = hand_groups(deck, parse_hand(cards.split()), order)
    return [(each.label, " ".join(card.text for card in each.cards)) for each in groups]


def own(cards, order):
    ((label, texts),) = shown(cards, order)
    assert label == "In your own order"
    return texts


def test_by_set():
    assert shown("2C 9C AC 8H RJ", BY_SET) == [
        ("Low clubs", "2C"),
        ("High clubs", "9C AC"),
        ("Eights and jokers", "8H RJ"),
    ]


def test_by_rank():
    assert shown("AC 9C 9S 2C BJ RJ TD", BY_RANK) == [
        ("Twos", "2C"),
        ("Nines", "9C 9S"),
        ("Tens", "TD"),
        ("Aces", "AC"),
        ("Jokers", "RJ BJ"),
    ]


def test_an_own_order():
    assert own("2C 9C 9S AC", "9S 2C AC 9C") == "9S 2C AC 9C"


@pytest.mark.parametrize(
    ("held", "order", "now"),
    [
        ("2C 9S", "9S 7H 2C", "9S 2C"),  # A card has gone.
        ("2C 4C 5C 9S", "5C 2C 9S", "5C 2C 4C 9S"),  # After the next lower card of its set,
        ("2C 4C 9S", "9S 4C", "9S 2C 4C"),  # or before the next higher one,
        ("2C KH 9S", "9S 2C", "9S 2C KH"),  # or at the end.
        ("2C 3C 4C 9S", "4C 9S", "2C 3C 4C 9S"),
        ("2C 9S", "KH", "2C 9S"),
    ],
)
def test_cards_that_went_or_came_later(held, order, now):
    assert own(held, order) == now


def test_a_new_card_changes_the_order_of_no_other_cards():
    order, held = "9H 4C 2D", "9H 4C 2D"
    before = held.split()
    for card in ("6C", "TH", "2C", "3C", "AH", "7D"):
        held = f"{held} {card}"
        now = own(held, order).split()
        assert [each for each in now if each != card] == before
        before = now


def test_no_cards():
    assert [hand_groups(DECK, 0, order) for order in (BY_SET, BY_RANK, "2C")] == [(), (), ()]


def test_kinds_of_orders():
    assert [sort_of(each) for each in ("set", "rank", "2C 9S")] == ["set", "rank", "own"]
