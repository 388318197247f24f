"""Everything that a review says about a move is true in every deal that was possible for its
player.

In small positions all deals are checked, in other positions many sampled deals.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finished.review import report
from literature.judge.game import steps
from literature.judge.grid import OUT, by_card
from literature.judge.judge import judge
from literature.judge.seat_knowledge import View, grid_of
from literature.judge.summary import summary
from literature.judge.worker import seat_grid
from literature.knowledge import reasons
from literature.knowledge.fit import Fit
from literature.rules.apply import apply
from literature.rules.cards import cards_in
from literature.rules.legality import IllegalMove
from literature.rules.moves import Ask, Asked, Claimed
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from literature.stored import from_json, to_json
from tests.unit.kit.strategies import FEW, all_rules
from tests.unit.kit.table import Table
from tests.unit.literature.knowledge.test_posterior import every_deal

pytestmark = pytest.mark.slow


def holder_in(deal, knowledge, card):
    """The holder of a card in a deal of the hidden cards; None if the card has left play."""
    known = (seat for seat, cards in enumerate(knowledge.sure()) if cards >> card & 1)
    return deal.get(card, next(known, None))


@FEW
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(20, 160))
def test_verdicts_agree_with_all_possible_deals(rules, rng, moves):
    table = Table(rules, rng)
    list(table.play_at_random(moves))
    if table.state.phase == FINISHED:
        return
    seen_before = {}
    for seat, knowledge in enumerate(table.knowledge):
        deals = list(every_deal(knowledge))
        view = View.of(knowledge)
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
    view = View.of(before)
    # Judge the move before it changes what its player knows.
    try:
        event = apply(table.state, move)[1]
    except IllegalMove:  # A returned claim can't be repeated.
        return
    finding = judge(view, seen, event)
    if isinstance(event, Asked):
        share = sum(holder_in(d, before, event.card) == event.of for d in deals) / len(deals)
        assert finding.chance == pytest.approx(share, abs=1e-4)
        if finding.better:
            better = finding.better
            share = sum(holder_in(d, before, better.card) == better.of for d in deals) / len(deals)
            assert better.chance == pytest.approx(share, abs=1e-4)
    if isinstance(event, Claimed):
        right = [all(holder_in(d, before, c) == s for c, s in event.holders) for d in deals]
        assert finding.chance == pytest.approx(sum(right) / len(deals), abs=1e-4)


def check_fit(knowledge, deals):
    """``Fit`` finds exactly the possible holders of each card without counting deals."""
    fit = Fit(knowledge.may, knowledge.counts, knowledge.holds)
    may = fit.may()
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
            for seat, reason in why.ruled_out:
                assert seat not in possible
                check_reason(table, knowledge, card, seat, reason)
            if why.never:
                assert of not in possible
                check_reason(table, knowledge, card, of, why.never)
            if why.sure:
                assert possible == {of}
                check_sure(table, knowledge, card, of, why.sure)
            for seat, group in ((of, why.one_of), why.other):
                one_of = cards_in(group)
                assert not one_of or all(
                    any(holder_in(deal, knowledge, each) == seat for each in one_of)
                    for deal in deals
                )


def check_reason(table, knowledge, card, seat, reason):
    """A reason is true of the move to which it refers, or of the players' hands."""
    hand = table.state.hands[seat]
    match reason:
        case reasons.Missed(move, asker, of, missed, may_hold):
            event = table.log[move]
            assert (event.seat, event.of, event.card, event.hit) == (asker, of, card, False)
            assert missed == card
            assert seat == of or (seat == asker and not may_hold)
        case reasons.Moved(move, of, to):
            event = table.log[move]
            assert (event.card, event.of, event.seat, event.hit) == (card, of, to, True)
            assert table.state.hands[to] >> card & 1
        case reasons.Elsewhere(to, why):
            check_sure(table, knowledge, card, to, why)
        case reasons.NoCards():
            assert not hand
        case reasons.Returned(move):
            event = table.log[move]
            assert event.revealed is None
            assert (event.seat ^ seat) & 1
        case reasons.FullHand(holder, known, sets):
            assert holder == seat
            assert known & hand == known
            assert known.bit_count() + len(sets) == hand.bit_count()
        case reasons.TakenByAskers(seats, cards):
            index = knowledge.deck.set_indexes[card]
            assert cards.bit_count() == len(seats)
            assert cards >> card & 1
            assert seat not in seats
            assert all(not knowledge.holds[asker, index] & ~cards for asker in seats)
        case reasons.Own():
            assert table.state.hands[knowledge.seat] >> card & 1


def check_sure(table, knowledge, card, seat, reason):
    assert table.state.hands[seat] >> card & 1
    match reason:
        case reasons.Moved(_move, _of, to):
            assert to == seat
            check_reason(table, knowledge, card, seat, reason)
        case reasons.OnlyHolder(_seat, _card, others):
            assert {each for each, _ in others} | {seat, knowledge.seat} == set(
                range(table.rules.players)
            )
            for other, each in others:
                check_reason(table, knowledge, card, other, each)
        case reasons.LastCard(move, _seat, asked):
            event = table.log[move]
            assert (event.seat, event.card) == (seat, asked)
            assert table.state.deck.set_indexes[event.card] == table.state.deck.set_indexes[card]
        case reasons.WholeHand(_seat, cards):
            assert cards == table.state.hands[seat]


@settings(FEW, max_examples=FEW.max_examples // 5)
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_any_game_can_be_reviewed_and_put_in_words(rules, rng):
    table = Table(rules, rng)
    list(table.play_at_random(50))
    names = [f"N{seat}" for seat in range(rules.players)]
    moves = list(steps(rules, table.dealer, table.dealt, table.log))
    assert [from_json(to_json(move)) for move in moves] == moves
    whole = summary(rules, table.log, moves)
    assert from_json(to_json(whole)) == whole
    lines = report.lines(rules, table.log, moves, whole, names, table.state.scorers)
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
        view = View.of(knowledge)
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
    deck = table.state.deck
    for seat, knowledge in enumerate(table.knowledge):
        grid = seat_grid(table.rules, seat, table.dealer, table.dealt[seat], table.log)
        assert grid == grid_of(View.of(knowledge))
        for card, row in by_card(grid, deck, 6).items():
            if not knowledge.live() >> card & 1:
                assert set(row) == {OUT}
                continue
            assert {s for s, percent in enumerate(row) if percent} <= set(knowledge.possible(card))
            holder = next(s for s, hand in enumerate(table.state.hands) if hand >> card & 1)
            assert row[holder] > 0
            assert (row[holder] == 100) == (len([each for each in row if each]) == 1)
