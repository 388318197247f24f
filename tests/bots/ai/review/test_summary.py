"""The summary of a review, made from the facts of the moves."""

from random import Random
from types import SimpleNamespace

import pytest

from bots.ai.review.game import steps, told
from bots.ai.review.summary import missed_claims, summary, turning_points
from game.rules.cards import parse_card
from game.rules.decks import DECKS
from game.rules.moves import Ask, Asked, Passed
from game.rules.options import PRESETS
from game.rules.state import FINISHED
from tests.bots.ai.table import Table


@pytest.fixture(scope="module")
def played():
    """The first moves of a game of easy bots."""
    table = Table(PRESETS["nine-sets"], Random(8))
    while table.state.phase != FINISHED and len(table.log) < 40:
        table.play(table.choose("easy"))
    facts = [step.facts for step in steps(table.rules, table.dealer, table.dealt, table.log)]
    return table, facts


def test_figures_add_up(played):
    table, facts = played
    said = summary(table.rules, table.log, facts)
    asks_and_claims = [event for event in table.log if not isinstance(event, Passed)]
    assert sum(each["tries"] for each in said["players"]) == len(asks_and_claims)
    assert all(each["sound"] <= each["judged"] for each in said["players"])
    assert len(said["expected"]) == len(table.log) + 1
    assert sum(said["expected"][0]) == pytest.approx(9, abs=0.2)


def test_moves_made_for_a_player_do_not_count_for_the_player(played):
    table, facts = played
    nothing = summary(table.rules, table.log, facts, helped=range(len(table.log)))
    assert all(each["tries"] == 0 for each in nothing["players"])
    assert nothing["sentences"] == [None] * 6


def test_turning_points_are_the_greatest_shifts_in_order(played):
    table, facts = played
    turning = turning_points(table.log, facts)
    assert 0 < len(turning) <= 3
    moves = [each["move"] for each in turning]
    assert moves == sorted(set(moves))


def test_a_missed_certain_claim_is_found():
    """A seat that holds a whole set asks in another set and misses."""
    rules = PRESETS["classic"]
    table = Table(rules, Random(1), dealer=0, dealt=_dealt_with_a_set(rules))
    asks = table.information_state(0).legal.asks
    table.play(Ask(0, next(card for card in asks if not table.state.hands[1] >> card & 1), 1))
    facts = [step.facts for step in steps(rules, 0, table.dealt, table.log)]
    assert facts[0]["could_claim"]["set"] == "low-clubs"
    (missed,) = missed_claims(rules, table.log, facts)
    assert (missed["seat"], missed["set"], missed["since"]) == (0, "low-clubs", 0)
    said = summary(rules, table.log, facts)["sentences"][0]
    assert said == {"code": "missed_claim", "move": 0, "set": "low-clubs"}


def _dealt_with_a_set(rules):
    """A deal in which seat 0 has all low clubs."""
    low, *others = DECKS[rules.deck].sets
    cards = [card for each in others for card in each.cards]
    Random(2).shuffle(cards)
    hands = [low.mask] + [0] * 5
    sizes = [8] * 6
    for seat in range(6):
        while hands[seat].bit_count() < sizes[seat]:
            hands[seat] |= 1 << cards.pop()
    return tuple(hands)


def test_only_new_conclusions_are_listed():
    """Exact chances showed the holder of the 3♠ before the ask. Quick deductions did not."""
    two, three = parse_card("2S"), parse_card("3S")
    rows = {two: [0.5, 0.5], three: [0.0, 1.0]}
    before = SimpleNamespace(exact=True, live=1 << two | 1 << three, row=rows.get, known=[0, 0])
    rows_after = {two: [1.0, 0.0], three: [0.0, 1.0]}
    after = SimpleNamespace(
        exact=True, live=before.live, row=rows_after.get, known=[1 << two, 1 << three]
    )
    asked = Asked(0, 1, parse_card("5S"), 0, hit=False)
    assert told(asked, before, after, begun=True)["sure"] == [["2S", 0]]
    before.exact = False
    assert len(told(asked, before, after, begun=True)["sure"]) == 2
