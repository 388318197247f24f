"""``shuffle.js`` deals the same hands as ``literature/rules/deal.py`` for each seed."""

from itertools import cycle, islice
from random import Random

import pytest

from literature.rules.cards import card_text
from literature.rules.deal import SEED_BYTES, commitment, deal, shuffled
from literature.rules.decks import DECKS
from literature.rules.options import Rules

pytestmark = pytest.mark.browser

PLAYERS = (4, 6, 8, 10, 12)
SEEDS = [bytes(SEED_BYTES), b"\xff" * SEED_BYTES, bytes(range(SEED_BYTES))]

DEALS = """async ({ commitmentOf, shuffled, dealt }, cases) => {
  const deals = [];
  for (const { deck, seed, players, dealer } of cases) {
    const cards = await shuffled(deck, seed);
    const [commitment, hands] = [await commitmentOf(seed), dealt(cards, players, dealer)];
    deals.push({ deck, commitment, cards, hands });
  }
  return deals;
}"""


@pytest.fixture(scope="module")
def games():
    """Return 140 cases. Each has a deck, a seed, the number of players and the dealer. All decks
    occur.
    """
    chance = Random(7)
    seeds = SEEDS + [chance.randbytes(SEED_BYTES) for _ in range(137)]
    decks = islice(cycle(DECKS), len(seeds))
    return [
        (deck, seed, players := PLAYERS[number // len(DECKS) % len(PLAYERS)], number % players)
        for number, (deck, seed) in enumerate(zip(decks, seeds, strict=True))
    ]


@pytest.fixture(scope="module")
def deals(script, games):
    cases = [
        {
            "deck": [card_text(card) for card in DECKS[deck].cards],
            "seed": seed.hex(),
            "players": players,
            "dealer": dealer,
        }
        for deck, seed, players, dealer in games
    ]
    return script("replay/shuffle").run(DEALS, cases)


def test_the_cases_are_of_all_kinds(games):
    assert {(deck, players) for deck, _seed, players, _dealer in games} == {
        (deck, players) for deck in DECKS for players in PLAYERS
    }


def test_the_commitment_is_the_same(games, deals):
    assert [each["commitment"] for each in deals] == [commitment(seed) for _, seed, _, _ in games]


def test_the_order_is_the_same(games, deals):
    for (deck, seed, _players, _dealer), made in zip(games, deals, strict=True):
        assert made["cards"] == [card_text(card) for card in shuffled(DECKS[deck], seed)]


def test_the_hands_are_the_same(games, deals):
    for (deck, seed, players, dealer), made in zip(games, deals, strict=True):
        hands = deal(Rules(deck=deck, players=players), seed, dealer)
        cards = [{card for card in made["deck"] if hand >> TEXTS.index(card) & 1} for hand in hands]
        assert [set(hand) for hand in made["hands"]] == cards
        assert sum(map(len, made["hands"])) == len(made["deck"])


TEXTS = [card_text(card) for card in range(54)]


def test_the_argument_is_not_changed(deals):
    assert all(set(each["deck"]) == set(each["cards"]) for each in deals)
    assert any(each["deck"] != each["cards"] for each in deals)
    for each in deals:
        assert each["deck"] == sorted(each["deck"], key=TEXTS.index)


def test_a_browser_that_can_hash_is_recognized(script):
    hashes = script("replay/shuffle").run("({ canHash }) => canHash()")
    without = script("replay/shuffle").run(
        """({ canHash }) => {
          const subtle = crypto.subtle;
          Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
          try { return canHash(); } finally { delete crypto.subtle; }
        }"""
    )
    assert (hashes, without) == (True, False)
