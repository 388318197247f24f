"""A situation shows the game as one seat has seen it, without the sets that have left play."""

from functools import reduce
from operator import or_

import pytest

from literature.puzzles.finder import possible_cards, puzzles_of
from literature.puzzles.situation import Situation
from literature.puzzles.steps import Known
from literature.rules.apply import apply
from literature.rules.cards import hand_text, parse_card, parse_hand
from literature.rules.decks import DECKS
from literature.rules.information_state import information_state
from literature.rules.move_text import parse_move
from literature.rules.options import PRESETS
from literature.rules.state import new_game

RULES = PRESETS["first-game"].with_players(4)
DECK = DECKS["8s-out"]

#: Seat 0 has all low clubs except one. Each seat has at least one high club.
HANDS = [
    "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 7D 9C",
    "7C TC JC 2H 3H 4H 5H 6H 7H 9D TD JD",
    "QC QD KD AD 9H TH JH QH KH AH 2S 3S",
    "KC AC 4S 5S 6S 7S 9S TS JS QS KS AS",
]


def played(*moves):
    dealt = [parse_hand(hand.split()) for hand in HANDS]
    state, log = new_game(RULES, dealt, 0), []
    for text in moves:
        state, event = apply(state, parse_move(DECK, text))
        log.append(event)
    dealt.append(None)  # A spectator was dealt no hand.
    return lambda seat: information_state(
        state, log, seat, dealer=0, dealt=dealt[-1 if seat is None else seat]
    )


def test_seats_are_renumbered_so_that_the_viewer_is_seat_0():
    seen = played("0 ask 7C 1", "0 ask TC 3")
    mine = Situation.of(seen(3))
    assert [(ask.seat, ask.of, ask.hit) for ask in mine.asks] == [(1, 2, True), (1, 0, False)]
    assert mine.counts == (12, 13, 11, 12)
    assert mine.turn == 0
    assert hand_text(mine.hand) == sorted(HANDS[3].split(), key=parse_card)


def test_asks_in_resolved_sets_are_omitted():
    claim = "0 claim low-clubs 2C=0 3C=0 4C=0 5C=0 6C=0 7C=0"
    situation = Situation.of(played("0 ask 7C 1", claim, "0 ask TC 1")(2))
    assert [(ask.number, ask.card) for ask in situation.asks] == [(0, parse_card("TC"))]
    assert situation.scorers[0] == 0
    assert situation.sets_in_play == 7
    assert situation.counts[2] == 12 + 1 - 6 + 1


def test_a_situation_needs_a_seat():
    with pytest.raises(ValueError, match="seat"):
        Situation.of(played()(None))


def test_open_cards_explain_asks():
    """A card that everybody saw the player get makes the player's next ask in its set legal. So
    this ask says nothing about their other cards.
    """
    facts = Situation.of(played("0 ask TC 1", "0 ask JC 1", "0 ask KC 1")(2)).facts
    assert hand_text(facts.open[2]) == ["TC", "JC"]
    assert [(each.move, each.seat) for each in facts.one_of] == [(0, 2)]
    assert hand_text(facts.one_of[0].cards) == ["9C", "KC", "AC"]
    assert hand_text(facts.hidden & DECK.sets[1].mask) == ["9C", "KC", "AC"]


def test_there_are_no_conclusions_early_in_a_game():
    situation = Situation.of(played("0 ask 7C 1")(2))
    assert list(puzzles_of(situation)) == []
    assert Known(situation).holder == {}


def test_each_hidden_card_has_a_possible_holder():
    seen = played("0 ask 7C 1", *[f"0 ask {card} 3" for card in ("KC", "AC")])
    situation = Situation.of(seen(1))
    may = possible_cards(situation)
    assert may[0] == 0
    assert reduce(or_, may) == situation.facts.hidden
