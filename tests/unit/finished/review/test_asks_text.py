"""Sentences about a better ask: why it is better, and what was certain before it."""

from dataclasses import replace

from finished.review.text import review_of
from literature.judge.findings import (
    FULLER,
    AskFinding,
    Holding,
    NamedClaim,
    ReviewedMove,
    Worth,
)
from literature.knowledge.reasons import Elsewhere, LastCard, Missed
from literature.rules.cards import parse_card, parse_hand
from literature.rules.moves import Asked
from literature.rules.options import PRESETS

RULES = PRESETS["classic"]
NAMES = ["Ann", "Ben", "Cleo", "Dorian", "Eve", "Finn"]
MADE = Holding(
    parse_card("9H"), 1, 0.2, may=tuple((seat, 0.2) for seat in range(1, 6)), share=(8, 40, 8)
)
TWO_OF_CLUBS = parse_card("2C")


def review(why, verdict="good", **finding):
    made = Asked(6, 0, why.card, why.of, hit=False)
    found = AskFinding(verdict, why.chance, why, **finding)
    return review_of(RULES, made, ReviewedMove(0, found, {}, (0, 0), (0, 0)), NAMES)


def better(why, **finding):
    return [each.replace("\N{NO-BREAK SPACE}", " ") for each in review(why, **finding).better]


def test_an_equally_likely_better_ask_gets_a_reason():
    worth = Worth("low-clubs", "high-hearts", FULLER)
    assert better(MADE, better=replace(MADE, card=TWO_OF_CLUBS), worth=worth)[1] == (
        "That ask is about as likely to hit, but worth more: Ann’s team probably holds more cards "
        "of Low clubs than of High hearts."
    )


def test_a_better_but_less_likely_ask_gets_a_comparison():
    said = review(
        MADE,
        "best",
        prize=Worth("high-hearts", "low-clubs", FULLER),
        likelier=Holding(TWO_OF_CLUBS, 3, 0.35),
    )
    assert said.known[-1].replace("\N{NO-BREAK SPACE}", " ") == (
        "Asking Dorian for the 2♣ is more likely to hit (35 %), but Ann’s team probably holds "
        "more cards of High hearts than of Low clubs."
    )


def test_another_target_for_the_same_card():
    """The ask that was made could not hit, so there are no possible holders to compare."""
    never = Holding(MADE.card, 1, 0.0, never=Missed(2, 0, 1, MADE.card))
    instead = replace(MADE, of=3, chance=0.4, one_of=parse_hand(["9H", "TH"]))
    assert better(never, better=instead) == [
        "Asking Dorian for the 9♥ is better: its chance is 40 %.",
        "Dorian asked for a card of this set, so Dorian holds at least one of the 9♥ and the 10♥.",
    ]


def test_another_target_with_more_unknown_cards():
    why = replace(MADE, chance=0.15, share=(3, 40, 9))
    assert better(why, better=replace(why, of=3, chance=0.3, share=(9, 40, 8))) == [
        "Asking Dorian for the 9♥ is better: its chance is 30 %.",
        "Dorian has 9 unknown cards, and Ben has 3.",
    ]


def test_another_target_without_a_simple_reason():
    why = replace(MADE, chance=0.1, share=(7, 40, 8))
    assert better(why, better=replace(why, of=3, chance=0.4, share=(8, 40, 7))) == [
        "Asking Dorian for the 9♥ is better: its chance is 40 %.",
        "The asks and the number of cards in each hand make it more likely that Dorian holds the "
        "9♥.",
    ]


def test_a_certain_claim_comes_before_a_better_ask():
    instead = replace(MADE, card=TWO_OF_CLUBS, of=3, chance=0.4)
    said = better(MADE, better=instead, could_claim=NamedClaim("low-spades", ()))
    assert said[:2] == [
        "Ann can claim Low spades without risk instead of this move.",
        "Asking Dorian for the 2♣ is better: its chance is 40 %.",
    ]


def test_a_card_that_is_certain_elsewhere_gets_its_reason_once():
    last = LastCard(3, 3, parse_card("TH"), MADE.card)
    made = Holding(MADE.card, 1, 0.0, never=Elsewhere(3, last))
    said = review(made, "wasted", better=Holding(MADE.card, 3, 1.0, sure=last))
    assert said.known[-2:] == [
        "Dorian asked for the 10♥ at move 4, so Dorian held another card of High hearts then.",
        "That card can only be the 9♥.",
    ]
    assert said.better == ["Asking Dorian for the 9♥ is better: it is certain to hit."]
