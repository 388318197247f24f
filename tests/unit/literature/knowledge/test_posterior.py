"""Exact probabilities equal those of all possible deals; approximations are close to them."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.knowledge import Knowledge, arrangements
from literature.knowledge.ask_odds import Reader
from literature.knowledge.coupling import Care
from literature.knowledge.posterior import Posterior
from literature.rules.cards import cards_in
from literature.rules.moves import Holders, holders_of
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from tests.unit.kit.strategies import FEW, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow

#: Positions with more deals than this are not compared deal by deal.
MOST_WAYS = 3000

Deal = dict[int, int]


def every_deal(knowledge: Knowledge) -> Iterator[Deal]:
    """Every possible deal of the hidden cards; nothing if there are too many deals.

    The deals are built card by card, and then checked against the facts.
    """
    known = knowledge.sure()
    room = [c - k.bit_count() for c, k in zip(knowledge.counts, known, strict=True)]
    hidden = [card for card in cards_in(knowledge.live()) if len(knowledge.possible(card)) > 1]
    deals: list[tuple[Deal, list[int]]] = [({}, room)]
    for card in hidden:
        deals = [
            (deal | {card: seat}, [each - (s == seat) for s, each in enumerate(left)])
            for deal, left in deals
            for seat in knowledge.possible(card)
            if left[seat]
        ]
        if len(deals) > MOST_WAYS:
            return
    for deal, _ in deals:
        if all(
            any(deal.get(card) == seat for card in cards_in(cards))
            for (seat, _), cards in knowledge.holds.items()
        ) and not any(all(deal[c] == s for c, s in pairs) for pairs in knowledge.denied):
            yield deal


def weight(knowledge: Knowledge, deal: Deal) -> float:
    """The weight of a deal by the habits of the players (``Reader``)."""
    result, reader, known = 1.0, Reader(), knowledge.sure()
    for card_set in knowledge.deck.sets:
        for seat, odds in reader.tables(knowledge, card_set.index, known).items():
            if any(card in deal for card in card_set.cards):
                result *= odds[sum(deal.get(card) == seat for card in card_set.cards)]
    return result


def claims_of(knowledge: Knowledge, deal: Deal, index: int) -> Holders:
    """The holders of a set's cards in this deal."""
    known = knowledge.sure()
    return holders_of(
        (c, deal.get(c, next((s for s, held in enumerate(known) if held >> c & 1), -1)))
        for c in knowledge.deck.sets[index].cards
    )


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(20, 160))
def test_exact_chances_agree_with_all_possible_deals(rules, rng, moves):
    table = Table(rules, rng)
    list(table.play_at_random(moves))
    for knowledge in table.knowledge:
        deals = {tuple(deal.items()): weight(knowledge, deal) for deal in every_deal(knowledge)}
        posterior = Posterior(knowledge, Reader())
        if table.state.phase == FINISHED or not posterior.exact or not deals:
            continue
        total = sum(deals.values())
        for card in {card for deal in deals for card, _ in deal}:
            for seat in range(rules.players):
                chance = sum(w for deal, w in deals.items() if (card, seat) in deal) / total
                assert posterior.chance(card, seat) == pytest.approx(chance, abs=1e-9)
        for card_set in knowledge.deck.sets:
            if card_set.mask & knowledge.live():
                check_claims(knowledge, posterior, deals, card_set.index)


def check_claims(knowledge, posterior, deals, index):
    total, team = sum(deals.values()), knowledge.seat & 1
    claims: dict[Holders, float] = {}
    for deal, w in deals.items():
        claim = claims_of(knowledge, dict(deal), index)
        claims[claim] = claims.get(claim, 0.0) + w / total

    best = posterior.best_claim(index)
    rightful = {
        claim: w
        for claim, w in claims.items()
        if all(s & 1 == team for _, s in claim) and claim not in knowledge.returned
    }
    if best is None:
        assert not rightful
    else:
        chance, claim = best
        assert chance == pytest.approx(claims[claim], abs=1e-9)
        assert chance == pytest.approx(max(rightful.values()), abs=1e-9)


@pytest.mark.parametrize(
    ("preset", "by_seat", "most"), [("classic", True, 0.005), ("nine-sets", False, 0.02)]
)
def test_the_approximation_is_close_to_the_exact_chances(preset, by_seat, most):
    differences = []
    for game in range(4):
        table = Table(PRESETS[preset], Random(game))
        while table.state.phase != FINISHED:
            knowledge = table.knowledge[table.state.turn]
            exact = Posterior(knowledge, Reader())
            if exact.exact:
                near = Posterior(knowledge, Reader(), Care(0, by_seat=by_seat))
                differences += [
                    abs(exact.chance(card, seat) - near.chance(card, seat))
                    for card in cards_in(knowledge.live())
                    for seat in knowledge.possible(card)
                    if len(knowledge.possible(card)) > 1
                ]
            table.play(table.choose())
    assert len(differences) > 500
    assert sum(differences) / len(differences) < most


def test_random_arrangements_give_nearly_the_exact_chances(monkeypatch):
    """The table has twelve seats."""
    table, differences = Table(PRESETS["big-table"], Random(1)), []
    while table.state.phase != FINISHED:
        if len(table.log) % 15 == 10:
            knowledge = table.knowledge[table.state.turn]
            drawn, whole = Posterior(knowledge), with_all_arrangements(monkeypatch, knowledge)
            differences += [
                sum(abs(a - b) for a, b in zip(drawn.row(card), whole.row(card), strict=True)) / 2
                for card in cards_in(knowledge.live())
                if len(knowledge.possible(card)) > 1
            ]
        table.play(table.choose())
    assert len(differences) > 100
    assert sum(differences) / len(differences) < 0.015


def with_all_arrangements(monkeypatch, knowledge: Knowledge) -> Posterior:
    """The posterior without random arrangements."""
    with monkeypatch.context() as patch:
        patch.setattr(arrangements, "MOST", 1_000_000)
        # Do not use the caches, which have random arrangements.
        patch.setattr(arrangements, "_possible", arrangements._possible.__wrapped__)
        patch.setattr(
            "literature.knowledge.posterior.arrangements", arrangements.arrangements.__wrapped__
        )
        return Posterior(knowledge)


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_chances_add_up_at_any_number_of_seats(rules, rng):
    table = Table(rules, rng)
    for state in table.play_at_random(20):
        if state.phase == FINISHED:
            return
    knowledge = table.knowledge[table.state.turn]
    posterior = Posterior(knowledge, Reader())
    for card in cards_in(knowledge.live()):
        row = [posterior.chance(card, seat) for seat in range(rules.players)]
        assert sum(row) == pytest.approx(1)
        assert all(seat in knowledge.possible(card) for seat, chance in enumerate(row) if chance)


def test_public_knowledge_is_the_same_for_all_seats():
    table = Table(PRESETS["classic"], Random(3))
    for _ in range(30):
        table.play(table.choose())
    views = [vars(knowledge.public()) for knowledge in table.knowledge]
    assert all(view == views[0] for view in views)
    for hand, may in zip(table.state.hands, views[0]["may"], strict=True):
        assert not hand & ~may
