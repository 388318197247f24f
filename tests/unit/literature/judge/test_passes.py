"""The verdict on a pass: the receiver's prospects, compared with those of other teammates and of
the passer's own asks.
"""

from dataclasses import replace

import pytest

from finished.review.text import review_of
from literature.judge.explaining import rounded
from literature.judge.findings import BEST, GAVE_AWAY, GOOD, PassFinding, ReviewedMove
from literature.judge.judge import judge
from literature.judge.passes import is_in, judge_pass
from literature.judge.seat_knowledge import View
from literature.knowledge import Knowledge
from literature.rules.apply import apply
from literature.rules.information_state import information_state
from literature.rules.moves import Pass, Passed
from literature.rules.options import Rules
from literature.rules.state import MUST_PASS, new_game
from tests.kit import ask, claim, hand

RULES = Rules(deck="8s-out", players=6, game_end="all_sets", history="full")
NAMES = "Ann Ben Cleo Dorian Eva Finn".split()
#: Ann has a whole set to claim, and cards of two more sets.
HANDS = (
    "low-clubs 9H 2D", "TH JH QH KH AH 3D 4D 5D", "high-clubs 6D 9D", "7D TD JD QD KD AD 2S 3S",
    "2H 3H 4H 5H 6H 7H 4S 5S", "6S 7S 9S TS JS QS KS AS",
)  # fmt: skip


def passed(*before, to, rules=RULES):
    """The finding and the text about Ann's pass.

    Before it, the moves ``before`` are made, and Ann makes a correct claim.
    """
    dealt = tuple(hand(rules, text) for text in HANDS)
    state, log = new_game(rules, dealt, 0), []
    moves = [*before, lambda now: claim(now, 0, "low-clubs")]
    for move in moves:
        state, event = apply(state, move(state) if callable(move) else move)
        log.append(event)
    seen = information_state(state, log, 0, dealer=0, dealt=dealt[0])
    event = apply(state, Pass(0, to))[1]
    finding = judge(View.of(Knowledge.of(seen)), seen, event)
    told = review_of(rules, event, ReviewedMove(0, finding, {}, (0, 0), (0, 0)), NAMES)
    return finding, [
        each.replace("\N{NO-BREAK SPACE}", " ") for each in (*told.better, *told.known)
    ]


def test_a_certain_ask_is_better_than_a_pass_with_unknown_results():
    # Ben gets the 10♥ back.
    before = (
        ask(0, "TH", 1), ask(0, "JH", 3), ask(3, "9D", 4), ask(4, "2S", 1), ask(1, "TH", 0),
        ask(1, "6D", 0),
    )  # fmt: skip
    finding, said = passed(*before, to=2)
    assert finding.verdict == GAVE_AWAY
    assert said[0] == "Asking Ben for the 10♥ is better: it is certain to hit."
    assert said[-1] == "As far as Ann can know, no ask of Cleo can hit."


def test_a_pass_is_good_if_an_ask_would_probably_miss():
    finding, said = passed(to=2)
    assert finding.verdict == GOOD
    assert finding.better_ask.chance < 0.5
    assert said[-1] == "As far as Ann can know, no ask of Cleo can hit."


#: Everybody saw that Dorian took Ann's 2♦, and Cleo asked in that set.
TO_DORIAN = (
    ask(0, "4D", 3), ask(3, "2D", 0), ask(3, "5D", 2), ask(2, "4D", 1), ask(2, "3D", 3),
    ask(3, "3D", 0),
)  # fmt: skip


def test_the_best_receiver_can_take_a_known_card():
    finding, said = passed(*TO_DORIAN, to=2)
    assert finding.verdict == BEST
    assert said[0] == "Cleo can take a card for certain."
    assert said[1].startswith("Ann’s best ask has a chance of ")
    finding, said = passed(*TO_DORIAN, to=4)
    assert finding.verdict == GOOD
    assert said[:2] == [
        "It is better to pass the turn to Cleo.",
        "Cleo can take a card for certain.",
    ]


def test_a_receiver_may_not_know_what_the_passer_knows():
    """Ann knows that Dorian holds the 7♦, because everybody else showed that they did not have it.
    Cleo does not know that Dorian holds it, because Ann could also hold it.
    """
    before = (
        ask(0, "6D", 1), ask(1, "7D", 4), ask(4, "2S", 3), ask(4, "6S", 3), ask(3, "3D", 2),
        ask(2, "7D", 5), ask(5, "2S", 0),
    )  # fmt: skip
    finding, said = passed(*before, to=2)
    assert finding.receiver.could_take == 0
    assert finding.receiver.chance < 1
    assert said[-1] == (
        "Ann can know who holds a card that Cleo can ask for, but perhaps Cleo can’t know this."
    )


def test_a_pass_while_no_opponent_has_cards_is_only_a_choice():
    """A player without cards must pass before the endgame can begin."""
    dealt = tuple(hand(RULES, text) for text in HANDS)
    state = new_game(RULES, dealt, 0)
    state, event = apply(state, claim(state, 0, "low-clubs"))
    seen = information_state(state, [event], 0, dealer=0, dealt=dealt[0])
    knowledge = Knowledge.of(seen)
    knowledge.counts[1::2] = [0, 0, 0]
    must_pass = replace(seen, phase=MUST_PASS)
    finding = judge_pass(View.of(knowledge), must_pass, Passed(1, 0, 2))
    assert finding == PassFinding(BEST, choices=(2, 4))


@pytest.mark.parametrize(
    ("chance", "stored"),
    [(0.0, 0.0), (1.0, 1.0), (1 - 1e-12, 1.0), (1e-12, 0.0), (1e-6, 1e-4), (0.99999, 0.9999)],
)
def test_only_impossible_and_certain_chances_are_stored_as_0_and_1(chance, stored):
    assert rounded(chance) == stored


def test_a_hand_with_one_remaining_set_allows_asks_in_this_set():
    """Cleo has one card, and it can only be a high diamond. No ask is needed to know this."""
    knowledge = Knowledge(RULES, 0, 0, hand(RULES, HANDS[0]))
    knowledge.may[2] = hand(RULES, "high-diamonds")
    knowledge.counts[2] = 1
    sets = knowledge.deck.sets
    known = [each.name for each in sets if is_in(knowledge, 2, each)]
    assert known == ["high-diamonds"]
