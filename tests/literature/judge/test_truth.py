"""Everything that a review says about a move is true in every deal that was possible for its
player.

In small positions all deals are checked, in other positions many sampled deals.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.review import report
from literature.judge.fit import Fit
from literature.judge.game import steps
from literature.judge.grid import OUT, pack, unpack
from literature.judge.judge import judge
from literature.judge.reasons import LogIndex
from literature.judge.seat_knowledge import View, grid_of
from literature.judge.summary import summary
from literature.rules.apply import apply
from literature.rules.cards import cards_in, parse_card
from literature.rules.legality import IllegalMove
from literature.rules.moves import Ask, Asked, Claimed
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from tests.literature.knowledge.test_posterior import every_deal
from tests.literature.rules.strategies import FEW, all_rules
from tests.literature.table import Table

pytestmark = pytest.mark.slow


def holder_in(deal, knowledge, card):
    """The holder of a card in a deal of the hidden cards; None if the card has left play."""
    known = (seat for seat, cards in enumerate(knowledge.sure()) if cards >> card & 1)
    return deal.get(card, next(known, None))


def log_index_at(table):
    log_index = LogIndex(table.rules)
    for event in table.log:
        log_index.add(event)
    return log_index


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(20, 160))
def test_verdicts_agree_with_all_possible_deals(rules, rng, moves):
    table = Table(rules, rng)
    list(table.play_at_random(moves))
    if table.state.phase == FINISHED:
        return
    log_index, seen_before = log_index_at(table), {}
    for seat, knowledge in enumerate(table.knowledge):
        deals = list(every_deal(knowledge))
        view = View.of(knowledge, log_index)
        if deals and not knowledge.denied:
            check_fit(knowledge, deals)
        if deals and view.posterior.exact:
            seen_before[seat] = deals
            check_reasons(table, view, deals)
    move = table._random_move()
    seen = table.information_state(move.seat)
    before = table.knowledge[move.seat]
    deals = seen_before.get(move.seat)
    if deals is None:
        return
    view = View.of(before, log_index)
    # Judge the move before it changes what its player knows.
    try:
        event = apply(table.state, move)[1]
    except IllegalMove:  # A returned claim can't be repeated.
        return
    facts = judge(view, seen, event)
    if isinstance(event, Asked):
        share = sum(holder_in(d, before, event.card) == event.of for d in deals) / len(deals)
        assert facts["chance"] == pytest.approx(share, abs=1e-4)
        if "better" in facts:
            better = facts["better"]
            card = parse_card(better["card"])
            share = sum(holder_in(d, before, card) == better["of"] for d in deals) / len(deals)
            assert better["chance"] == pytest.approx(share, abs=1e-4)
    if isinstance(event, Claimed):
        right = [all(holder_in(d, before, c) == s for c, s in event.holders) for d in deals]
        assert facts["chance"] == pytest.approx(sum(right) / len(deals), abs=1e-4)


def check_fit(knowledge, deals):
    """``Fit`` finds exactly the possible holders of each card without counting deals."""
    fit = Fit(knowledge)
    may = fit.may(knowledge.rules.players)
    for card in fit.cards:
        possible = {seat for seat, cards in enumerate(may) if cards >> card & 1}
        assert possible == {deal[card] for deal in deals}
    assert fit.holder in deals


def check_reasons(table, view, deals):
    knowledge = view.knowledge
    for card in cards_in(knowledge.live()):
        possible = {holder_in(deal, knowledge, card) for deal in deals}
        assert set(view.possible(card)) == possible
        for of in range(table.rules.players):
            if of == knowledge.seat:
                continue
            why = view.why(Ask(knowledge.seat, card, of))
            for each in why.get("not", []):
                assert each["seat"] not in possible
                check_reason(table, knowledge, card, each["seat"], each)
            if "never" in why:
                assert of not in possible
                check_reason(table, knowledge, card, of, why["never"])
            if "sure" in why:
                assert possible == {of}
                check_sure(table, knowledge, card, of, why["sure"])
            groups = [(of, why.get("one_of"))]
            if why.get("other"):
                groups.append((why["other"]["seat"], why["other"]["one_of"]))
            for seat, texts in groups:
                one_of = [parse_card(text) for text in texts or []]
                assert not one_of or all(
                    any(holder_in(deal, knowledge, each) == seat for each in one_of)
                    for deal in deals
                )


def check_reason(table, knowledge, card, seat, reason):
    """A reason is true of the move to which it refers, or of the players' hands."""
    event = table.log[reason["move"]] if "move" in reason else None
    match reason["code"]:
        case "missed":
            assert (event.of, event.card, event.hit) == (seat, card, False)
        case "asked":
            assert (event.seat, event.card) == (seat, card)
        case "moved":
            assert (event.card, event.seat, event.hit) == (card, reason["to"], True)
            assert table.state.hands[reason["to"]] >> card & 1
        case "elsewhere":
            check_sure(table, knowledge, card, reason["to"], reason["sure"])
        case "out":
            assert not table.state.hands[seat]
        case "returned":
            assert event.revealed is None
            assert (event.seat ^ seat) & 1
        case "hand_known":
            assert knowledge.sure()[seat].bit_count() == table.state.hands[seat].bit_count()
        case "spoken_for":
            known = [parse_card(text) for text in reason["cards"]]
            assert all(table.state.hands[seat] >> each & 1 for each in known)
            assert len(known) + len(reason["sets"]) == table.state.hands[seat].bit_count()
        case "askers":
            index, cards = knowledge.deck.set_indexes[card], list(map(parse_card, reason["cards"]))
            assert len(cards) == len(reason["seats"])
            assert card in cards
            assert seat not in reason["seats"]
            for asker in reason["seats"]:
                assert set(cards_in(knowledge.holds[asker, index])) <= set(cards)
        case "own":
            assert table.state.hands[knowledge.seat] >> card & 1


def check_sure(table, knowledge, card, seat, reason):
    assert table.state.hands[seat] >> card & 1
    match reason["code"]:
        case "moved":
            event = table.log[reason["move"]]
            assert (event.seat, event.of, event.card, event.hit) == (
                seat, reason["from"], card, True,
            )  # fmt: skip
        case "nobody_else":
            named = {each["seat"] for each in reason["not"]}
            assert named | {seat, knowledge.seat} == set(range(table.rules.players))
            for each in reason["not"]:
                check_reason(table, knowledge, card, each["seat"], each)
        case "must":
            event = table.log[reason["move"]]
            assert event.seat == seat
            assert event.card == parse_card(reason["asked"])
            assert table.state.deck.set_indexes[event.card] == table.state.deck.set_indexes[card]
        case "whole_hand":
            hand = table.state.hands[seat]
            assert sorted(map(parse_card, reason["cards"])) == sorted(cards_in(hand))


@settings(FEW, max_examples=FEW.max_examples // 5)
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_any_game_can_be_reviewed_and_put_in_words(rules, rng):
    table = Table(rules, rng)
    list(table.play_at_random(50))
    names = [f"N{seat}" for seat in range(rules.players)]
    facts = [step.facts for step in steps(rules, table.dealer, table.dealt, table.log)]
    whole = summary(rules, table.log, facts)
    lines = report.lines(rules, table.log, facts, whole, names, table.state.scorers)
    text = "\n".join(lines)
    assert text.count("\n") > len(table.log)
    assert "%(" not in text


@pytest.mark.parametrize("preset", ["nine-sets", "classic"])
def test_chances_are_near_those_of_sampled_deals(preset):
    table = Table(PRESETS[preset], Random(5))
    differences = []
    for number in range(24):
        table.play(table.choose("easy"))
        if number % 12 != 11:
            continue
        knowledge = table.knowledge[table.state.turn]
        view = View.of(knowledge, log_index_at(table))
        deals = sampled(knowledge, table.state.hands, Random(number))
        for card in deals[0]:
            for seat in knowledge.possible(card):
                share = sum(deal[card] == seat for deal in deals) / len(deals)
                differences.append(abs(share - view.posterior.chance(card, seat)))
    assert sum(differences) / len(differences) < 0.02
    assert max(differences) < 0.1


def sampled(knowledge, hands, rng, deals=600):
    """Deals that fit a seat's knowledge.

    The search starts with the true deal, and swaps pairs of hidden cards at random. Every sixtieth
    step adds a deal.
    """
    hidden = [card for card in cards_in(knowledge.live()) if len(knowledge.possible(card)) > 1]
    deal = {card: next(s for s, h in enumerate(hands) if h >> card & 1) for card in hidden}
    found = []
    for step in range(deals * 60):
        one, two = rng.sample(hidden, 2)
        changed = deal | {one: deal[two], two: deal[one]}
        may = knowledge.may
        if may[deal[two]] >> one & 1 and may[deal[one]] >> two & 1 and fits(knowledge, changed):
            deal = changed
        if step % 60 == 59:
            found.append(deal)
    return found


def fits(knowledge, deal):
    return all(
        any(deal.get(card) == seat for card in cards_in(cards))
        for (seat, _), cards in knowledge.holds.items()
    )


def test_a_grid_has_the_possible_holders_of_each_card():
    table = Table(PRESETS["nine-sets"], Random(3))
    for _ in range(40):
        table.play(table.choose("medium"))
    log_index, deck = log_index_at(table), table.state.deck
    grids = [grid_of(View.of(knowledge, log_index)) for knowledge in table.knowledge]
    packed = pack([grids, grids])
    for seat, knowledge in enumerate(table.knowledge):
        for card, row in unpack(packed, deck, 6, 1, seat).items():
            if not knowledge.live() >> card & 1:
                assert set(row) == {OUT}
                continue
            assert {s for s, percent in enumerate(row) if percent} <= set(knowledge.possible(card))
            holder = next(s for s, hand in enumerate(table.state.hands) if hand >> card & 1)
            assert row[holder] > 0
            assert (row[holder] == 100) == (len([each for each in row if each]) == 1)
