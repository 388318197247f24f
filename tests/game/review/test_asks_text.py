"""Sentences about a better ask: why it is better, and what was certain before it."""

from game.review.text import review_of
from literature.rules.cards import parse_card
from literature.rules.moves import Asked
from literature.rules.options import PRESETS

RULES = PRESETS["classic"]
NAMES = ["Ann", "Ben", "Cleo", "Dorian", "Eve", "Finn"]
EVEN = {
    "may": [[1, 0.2], [2, 0.2], [3, 0.2], [4, 0.2], [5, 0.2]],
    "not": [], "one_of": [], "share": [8, 40, 8], "other": None,
}  # fmt: skip
TOLD = {"begins": False, "sure": []}


def better(why, **facts):
    fact = {"verdict": "good", "told": TOLD, "chance": why["chance"], "why": why, **facts}
    made = Asked(6, 0, parse_card(why["card"]), why["of"], hit=False)
    said = review_of(RULES, made, fact, NAMES).better
    return [each.replace("\N{NO-BREAK SPACE}", " ") for each in said]


def test_an_equally_likely_better_ask_gets_a_reason():
    why = {"card": "9H", "of": 1, "chance": 0.2, **EVEN}
    instead = {**why, "card": "2C", "set": "low-clubs", "than": "high-hearts", "worth": "fuller"}
    assert better(why, better=instead)[1] == (
        "That ask was about as likely to hit, but worth more: Ann’s team probably held more cards "
        "of Low clubs than of High hearts."
    )


def test_a_better_but_less_likely_ask_gets_a_comparison():
    why = {"card": "9H", "of": 1, "chance": 0.2, **EVEN}
    prize = {
        "card": "2C", "of": 3, "chance": 0.35, "set": "high-hearts", "than": "low-clubs",
        "worth": "fuller",
    }  # fmt: skip
    fact = {"verdict": "best", "told": TOLD, "chance": 0.2, "why": why, "prize": prize}
    made = Asked(6, 0, parse_card("9H"), 1, hit=False)
    said = review_of(RULES, made, fact, NAMES).known[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert said == (
        "Asking Dorian for the 2♣ was more likely to hit (35 %), but Ann’s team probably held "
        "more cards of High hearts than of Low clubs."
    )


def test_another_target_for_the_same_card():
    """The ask that was made could not hit, so there are no possible holders to compare."""
    never = {"card": "9H", "of": 1, "chance": 0, "never": {"code": "missed", "move": 2}}
    instead = {**EVEN, "card": "9H", "of": 3, "chance": 0.4, "one_of": ["9H", "TH"]}
    assert better(never, better=instead) == [
        "Asking Dorian for the same card was better: its chance was 40 %.",
        "Dorian asked for a card of this set, so Dorian held at least one of the 9♥ and the 10♥.",
    ]


def test_another_target_with_more_unknown_cards():
    why = {"card": "9H", "of": 1, "chance": 0.15, **EVEN, "share": [3, 40, 9]}
    instead = {**why, "of": 3, "chance": 0.3, "share": [9, 40, 8]}
    assert better(why, better=instead) == [
        "Asking Dorian for the same card was better: its chance was 30 %.",
        "Dorian had 9 unknown cards, and Ben had 3.",
    ]


def test_another_target_without_a_simple_reason():
    why = {"card": "9H", "of": 1, "chance": 0.1, **EVEN, "share": [7, 40, 8]}
    assert better(why, better={**why, "of": 3, "chance": 0.4, "share": [8, 40, 7]}) == [
        "Asking Dorian for the same card was better: its chance was 40 %.",
        "The asks and the number of cards in each hand made it more likely that Dorian held the "
        "9♥.",
    ]


def test_a_certain_claim_comes_before_a_better_ask():
    why = {"card": "9H", "of": 1, "chance": 0.2, **EVEN}
    instead = {**why, "card": "2C", "of": 3, "chance": 0.4}
    said = better(why, better=instead, could_claim={"set": "low-spades"})
    assert said[:2] == [
        "Before this move, Ann could have claimed Low spades without risk.",
        "Asking Dorian for the 2♣ was better, too: its chance was 40 %.",
    ]


def test_a_card_that_is_certain_elsewhere_gets_its_reason_once():
    must = {"code": "must", "move": 3, "asked": "TH"}
    made = {
        "card": "9H", "of": 1, "chance": 0.0, "never": {"code": "elsewhere", "to": 3, "sure": must},
    }  # fmt: skip
    instead = {"card": "9H", "of": 3, "chance": 1.0, "sure": must}
    fact = {"verdict": "wasted", "told": TOLD, "chance": 0.0, "why": made, "better": instead}
    said = review_of(RULES, Asked(6, 0, parse_card("9H"), 1, hit=False), fact, NAMES)
    assert said.known[-1] == (
        "Dorian asked for the 10♥ at move 4, so Dorian held another card of this set. That card "
        "could only be the 9♥."
    )
    assert said.better == ("Asking Dorian for the 9♥ was better: it was certain to hit.",)
