"""The summary of what happened since a player's last move."""

from dataclasses import replace

from game.presentation.recap import recap
from game.rules.cards import parse_card
from game.rules.decks import DECKS
from game.rules.information_state import information_state, observation
from game.rules.moves import CORRECT, Asked, Claimed
from game.rules.state import UNRESOLVED, new_game
from tests.kit import PLAIN

CARD = parse_card("6D")
HIGH_HEARTS = DECKS[PLAIN.deck].set_index("high-hearts")


def asks(*moves):
    """Asks given as ``(seat, of, hit)``, numbered from 0."""
    return [Asked(n, seat, CARD, of, hit) for n, (seat, of, hit) in enumerate(moves)]


def told(log, you=0, turn=0, number=None, rules=PLAIN):
    scorers = [UNRESOLVED] * 8
    scorers[HIGH_HEARTS] = 1
    state = new_game(rules, [0b1111, 0b11110000, 0, 0], turn)
    state = state._replace(number=len(log) if number is None else number, scorers=tuple(scorers))
    return recap(observation(information_state(state, log, you, dealer=0, dealt=0b1111)))


def test_asks_and_claims_since_the_last_own_move():
    log = asks((0, 1, False), (1, 2, True), (1, 2, False), (2, 1, False), (1, 0, False))
    assert told(log) == "Asks since your last move: 4. Hits: 1."
    claim = Claimed(5, 1, HIGH_HEARTS, (), CORRECT, ())
    assert told([*log, claim]) == "Blue scores High hearts. Asks since your last move: 4. Hits: 1."


def test_a_recap_names_the_lost_cards():
    log = asks((0, 1, False), (1, 0, True), (1, 2, True), (1, 0, True), (1, 0, False))
    assert told(log) == "Cards taken from you: 6♦, 6♦. Asks since your last move: 4. Hits: 3."


def test_there_is_no_recap_of_few_moves_or_at_another_turn():
    log = asks((0, 1, False), (1, 0, False))
    assert told(log) == ""
    assert told(asks((0, 1, False), (1, 2, True), (1, 2, True)), turn=1) == ""
    assert told(asks((1, 2, True), (1, 0, False))) == "", "they have not moved yet"


def test_a_recap_omits_hidden_moves():
    log = asks((0, 1, False), (1, 2, True), (1, 2, False), (2, 1, False), (1, 0, False))
    assert told(log, rules=replace(PLAIN, history="last_ask")) == ""
