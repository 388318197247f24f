"""The summary of a review, made from the facts of the moves."""

from random import Random

import pytest

from literature.judge.findings import (
    GAVE_AWAY,
    GOOD,
    LUCKY,
    AskFinding,
    ClaimFinding,
    Holding,
    OwnFact,
    ReviewedMove,
)
from literature.judge.game import steps, told
from literature.judge.seat_knowledge import possible_cards
from literature.judge.summary import lessons, missed_claims, summary, turning_points
from literature.knowledge import Knowledge, coupling
from literature.knowledge.coupling import CAREFUL
from literature.knowledge.deduction import sure
from literature.knowledge.knowledge import NOBODY
from literature.knowledge.posterior import Posterior
from literature.knowledge.reasons import WholeHand
from literature.rules.cards import parse_card
from literature.rules.decks import DECKS
from literature.rules.moves import Ask, Asked, Claimed, Passed
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from tests.unit.kit.table import Table


@pytest.fixture(scope="module")
def played():
    """The first moves of a game of easy bots."""
    table = Table(PRESETS["nine-sets"], Random(8))
    while table.state.phase != FINISHED and len(table.log) < 40:
        table.play(table.choose("easy"))
    facts = list(steps(table.rules, table.dealer, table.dealt, table.log))
    return table, facts


def test_figures_add_up(played):
    table, facts = played
    said = summary(table.rules, table.log, facts)
    asks_and_claims = [event for event in table.log if not isinstance(event, Passed)]
    assert sum(each.tries for each in said.players) == len(asks_and_claims)
    assert all(each.sound <= each.judged for each in said.players)
    assert len(said.expected) == len(table.log) + 1
    assert sum(said.expected[0]) == pytest.approx(9, abs=0.2)


def test_moves_made_for_a_player_do_not_count_for_the_player(played):
    table, facts = played
    nothing = summary(table.rules, table.log, facts, helped=range(len(table.log)))
    assert all(each.tries == 0 for each in nothing.players)
    assert nothing.sentences == (None,) * 6


def test_lessons_are_different_and_the_greatest_mistakes_come_first(played):
    table, facts = played
    said = summary(table.rules, table.log, facts)
    for seat, first in enumerate(said.sentences):
        moves = [each for each in zip(table.log, facts, strict=True) if each[0].seat == seat]
        lost = [each for each in said.missed_claims if each.lost and each.seat == seat]
        found = lessons(moves, lost)
        assert len(found) <= 3
        assert next(iter(found), None) == first
        assert len({(each.kind, each.move, each.set) for each in found}) == len(found)


def test_the_same_mistake_twice_is_one_lesson():
    card = parse_card("9H")
    known = Holding(card, 1, 1.0, sure=WholeHand(1, 1 << card))
    found = AskFinding(GAVE_AWAY, 0.2, Holding(card, 3, 0.2), better=known)
    moves = [
        (Asked(number, 0, card, 3, False), ReviewedMove(0, found, {}, (4, 4), (4, 4)))
        for number in range(4)
    ]
    assert [each.kind for each in lessons(moves, [])] == ["known_card"]


def test_a_beaten_player_without_mistakes_hears_of_the_claim_of_their_last_cards():
    finding = ClaimFinding("best", 1.0, last_cards=True)
    claim = Claimed(5, 0, 0, (), "correct", ())
    moves = [(claim, ReviewedMove(0, finding, {}, (4, 4), (4, 4)))]
    assert [each.kind for each in lessons(moves, [], is_beaten=True)] == ["last_cards"]
    assert [each.kind for each in lessons(moves, [])] == ["nothing_to_regret"]


def test_turning_points_are_the_greatest_shifts_in_order(played):
    table, facts = played
    turning = turning_points(table.log, facts)
    assert 0 < len(turning) <= 3
    moves = [each.move for each in turning]
    assert moves == sorted(set(moves))


def test_a_missed_certain_claim_is_found():
    """A seat that holds a whole set asks in another set and misses."""
    rules = PRESETS["classic"]
    table = Table(rules, Random(1), dealer=0, dealt=_dealt_with_a_set(rules))
    asks = table.information_state(0).legal.asks
    table.play(Ask(0, next(card for card in asks if not table.state.hands[1] >> card & 1), 1))
    facts = list(steps(rules, 0, table.dealt, table.log))
    assert facts[0].finding.could_claim.set == "low-clubs"
    (missed,) = missed_claims(rules, table.log, facts)
    assert (missed.seat, missed.set, missed.since) == (0, "low-clubs", 0)
    said = summary(rules, table.log, facts).sentences[0]
    assert said == OwnFact("missed_claim", 0, set="low-clubs")


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


def test_what_everybody_knows_is_exact_where_chances_are_not(monkeypatch):
    """Seats 1 and 2 have one card each, and the 2S and the 3S are theirs. So the 4S is not."""
    monkeypatch.setattr(coupling, "exact", lambda *_: None)
    rules = PRESETS["classic"]
    public = Knowledge(rules, NOBODY, 0, 0)
    two, three, four, five = (1 << parse_card(each) for each in ("2S", "3S", "4S", "5S"))
    three_cards = two | three | four
    public.may = [0, three_cards, three_cards, four | five, five, 0]
    public.counts = [0, 1, 1, 1, 1, 0]
    may = possible_cards(public, Posterior(public, None, CAREFUL))
    assert sure(may)[3] >> parse_card("4S") & 1


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (
            LUCKY,
            OwnFact("better_odds", 0, 0.8, card=parse_card("3S"), of=3, instead=0.6),
        ),
        (GOOD, OwnFact("nothing_to_regret", count=1)),
    ],
)  # fmt: skip
def test_a_lucky_move_is_no_good_move(verdict, said):
    asked = Asked(0, 0, parse_card("2S"), 1, hit=True)
    why, better = Holding(asked.card, 1, 0.6), Holding(parse_card("3S"), 3, 0.8)
    finding = AskFinding(verdict, 0.6, why, better=better)
    move = ReviewedMove(0, finding, {}, (4.5, 4.5), (4.5, 4.5))
    assert summary(PRESETS["nine-sets"], [asked], [move]).sentences[0] == said


def test_some_new_conclusions_are_listed():
    asked = Asked(0, 1, parse_card("5S"), 0, hit=False)
    shown = {(parse_card(each), 0) for each in ("2S", "3S", "4S", "5S", "6S", "7S")}
    said = told(asked, shown, begun=True).sure
    assert said == tuple((parse_card(each), 0) for each in ("2S", "3S", "4S", "6S"))
