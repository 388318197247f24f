"""The deal (docs/rules.md, "Table"), and literature-shuffle/1, compared with fixed values."""

from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.rules.cards import card_text, hand_text
from literature.rules.deal import (
    SEED_BYTES,
    SHUFFLE,
    _below,
    commitment,
    deal,
    hand_sizes,
    shuffled,
)
from literature.rules.decks import DECKS
from literature.rules.options import PLAYERS
from literature.rules.state import PLAYING, new_game
from tests.unit.kit.positions import rules
from tests.unit.kit.strategies import PROFILE

COUNTING = bytes(range(32))


def shuffle_in_few_words(cards, seed):
    """literature-shuffle/1, implemented again from its description only: numbers, then
    Fisher-Yates.
    """
    stream = b"".join(sha256(seed + bytes([0] * 7 + [block])).digest() for block in range(200))
    numbers = [int(stream[at : at + 4].hex(), 16) for at in range(0, len(stream), 4)]
    cards = sorted(cards)
    for last in range(len(cards), 1, -1):
        number = numbers.pop(0)
        while number >= (2**32 // last) * last:
            number = numbers.pop(0)
        other = number % last
        cards[last - 1], cards[other] = cards[other], cards[last - 1]
    return cards


#: Computed once with shuffle_in_few_words. If the shuffle gave other values, the deal of every
#: stored seed would change.
VECTORS = [
    (
        "8s-and-jokers",
        COUNTING,
        "4S 4D AD 9C 9S 2H 7C 9H 3S AC 7H 8S 8D 3D 7S QC 5D KH BJ 9D KC 2D 6D 4C KD TS TC "
        "JD 8H QS 7D 5H 3C TD AS JH 5S QD KS 2S 4H 2C RJ 6C 6H AH JS 6S 8C 5C TH 3H JC QH",
    ),
    (
        "quartets",
        b"\xff" * 32,
        "8H 9S JC JS TD KD 5D 9C 6H 3C 2H 2D 4D 5S 4C 2S 3H AH 8C AD 7C 8S QD TC 6D 5C JD "
        "9D QS TS 3D JH 9H AC 8D 7S 5H 7H KC TH 2C 3S 6S KS AS 4S QC KH 6C QH 7D 4H",
    ),
    (
        "7s-out",
        b"",
        "6C 4S 8H 3C AC JD 6D TS 9S 2H 3H 4C TH KS QS 6H 6S AH KD 4D JH 5C AD 5S KC QC KH "
        "JC 3D 8D TC QD 9H JS AS 5D 5H 9D QH 8S 2D 3S 2C 9C 4H TD 2S 8C",
    ),
]


@pytest.mark.parametrize(("name", "seed", "order"), VECTORS)
def test_the_shuffle_of_a_seed_never_changes(name, seed, order):
    assert [card_text(card) for card in shuffled(DECKS[name], seed)] == order.split()


@PROFILE
@given(seed=st.binary(min_size=32, max_size=32), name=st.sampled_from(sorted(DECKS)))
def test_the_shuffle_agrees_with_its_description(seed, name):
    assert shuffled(DECKS[name], seed) == shuffle_in_few_words(DECKS[name].cards, seed)


def test_numbers_after_the_last_whole_multiple_are_rejected():
    # 2**32 % 3 == 1, so 2**32 - 1 must be skipped and not used modulo 3.
    assert _below(3, iter([2**32 - 1, 5])) == 2
    assert _below(3, iter([2**32 - 2])) == (2**32 - 2) % 3
    assert _below(32, iter([2**32 - 1])) == 31


def test_the_name_of_the_shuffle_and_the_length_of_the_seed():
    assert (SHUFFLE, SEED_BYTES) == ("literature-shuffle/1", 32)


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert commitment(COUNTING) == sha256(COUNTING).hexdigest() != commitment(COUNTING[::-1])


def test_one_card_at_a_time_clockwise_starting_after_the_dealer():
    order = shuffled(DECKS["8s-out"], COUNTING)
    hands = deal(rules(players=6), COUNTING, dealer=4)
    for place, card in enumerate(order):
        assert hands[(5 + place) % 6] >> card & 1
    assert sum(hand.bit_count() for hand in hands) == 48


@pytest.mark.parametrize(
    ("deck", "players", "dealer", "sizes"),
    [
        # "Where it does not divide evenly, the earliest seats dealt hold one card more."
        ("8s-out", 10, 0, [4, 5, 5, 5, 5, 5, 5, 5, 5, 4]),
        ("8s-out", 10, 9, [5, 5, 5, 5, 5, 5, 5, 5, 4, 4]),
        ("8s-out", 10, 4, [5, 5, 5, 4, 4, 5, 5, 5, 5, 5]),
        ("8s-and-jokers", 10, 2, [5, 5, 5, 6, 6, 6, 6, 5, 5, 5]),
        ("8s-and-jokers", 4, 3, [14, 14, 13, 13]),
        ("8s-and-jokers", 8, 6, [7, 7, 7, 7, 7, 6, 6, 7]),
        ("8s-and-jokers", 12, 11, [5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4]),
        ("quartets", 6, 1, [8, 8, 9, 9, 9, 9]),
        ("quartets", 10, 9, [6, 6, 5, 5, 5, 5, 5, 5, 5, 5]),
        ("quartets", 4, 0, [13, 13, 13, 13]),
        ("2s-out", 6, 3, [8] * 6),
        ("7s-out", 4, 0, [12] * 4),
        ("7s-and-jokers", 6, 5, [9] * 6),
        ("2s-and-jokers", 12, 0, [4, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4]),
    ],
)
def test_the_sizes_of_the_hands(deck, players, dealer, sizes):
    table_rules = rules(deck=deck, players=players)
    assert list(hand_sizes(table_rules, dealer)) == sizes
    assert [hand.bit_count() for hand in deal(table_rules, COUNTING, dealer)] == sizes


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_whole_deck_is_dealt_at_every_table(deck, players):
    for dealer in range(players):
        table_rules = rules(deck=deck, players=players)
        hands = deal(table_rules, Random(dealer).randbytes(32), dealer)
        assert len(hands) == players
        assert sorted(text for hand in hands for text in hand_text(hand)) == sorted(
            map(card_text, DECKS[deck].cards)
        )
        assert tuple(hand.bit_count() for hand in hands) == hand_sizes(table_rules, dealer)


def test_every_seat_gets_every_card_about_as_often():
    # The test does not prove fairness, but an error in the shuffle would show here.
    table_rules, rounds = rules(players=4), 2000
    first_card = [0] * 4
    for number in range(rounds):
        hands = deal(table_rules, number.to_bytes(32, "big"), dealer=0)
        first_card[next(seat for seat, hand in enumerate(hands) if hand & 1)] += 1
    assert all(400 < count < 600 for count in first_card)


def test_the_dealer_has_the_first_turn_and_nothing_has_happened_yet():
    for dealer in range(6):
        table_rules = rules()
        state = new_game(table_rules, deal(table_rules, COUNTING, dealer), dealer)
        assert (state.turn, state.phase, state.number) == (dealer, PLAYING, 0)
        assert (state.scores, state.may_pass) == ((0, 0), False)
        assert state.live == DECKS["8s-out"].mask
