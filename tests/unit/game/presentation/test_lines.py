"""Sentences about moves for the players whom they concern, and recaps."""

from dataclasses import replace

import pytest

from game.presentation.lines import (
    concerns,
    event_lines,
    recap,
    recap_lines,
    since_own_move,
    told_since,
)
from game.presentation.table import mine_view, table_view
from game.presentation.view_models import Face
from literature.rules.cards import parse_card
from literature.rules.decks import DECKS
from literature.rules.information_state import information_state, observation
from literature.rules.moves import CORRECT, MISPLACED, OPPONENT_HELD, Asked, Claimed, Passed
from literature.rules.state import NOBODY, UNRESOLVED, new_game
from tests.kit import PLAIN

NAMES = ("Ada", "Tom", "Ben", "Cleo")
FACES = [Face(name, "fox", "", False) for name in NAMES]
HIGH_HEARTS = DECKS[PLAIN.deck].set_index("high-hearts")
CARD = parse_card("6D")
HIT, MISS = Asked(0, 0, CARD, 1, True), Asked(0, 0, CARD, 1, False)
PASS = Passed(0, 0, 2)


def claim(outcome, *, returned=False):
    return Claimed(0, 0, HIGH_HEARTS, (), outcome, None if returned else ())


def seen(log, seat, scorer=UNRESOLVED):
    """The observation of a seat (None: a spectator) after the moves in ``log``."""
    scorers = [UNRESOLVED] * 8
    scorers[HIGH_HEARTS] = scorer
    state = new_game(PLAIN, [0b1111, 0b11110000, 0, 0], 0)
    state = state._replace(number=len(log), scorers=tuple(scorers))
    dealt = None if seat is None else state.hands[seat]
    return observation(information_state(state, log, seat, dealer=0, dealt=dealt))


def said(event, you, *, scorer=UNRESOLVED, helped=None):
    """The line about an event for the player at a seat (None: for a spectator)."""
    observed = seen([event], None, scorer)
    return event_lines(observed, [event], FACES, helped or {}, you)[0]


@pytest.mark.parametrize(
    ("event", "you", "question", "answer"),
    [
        (MISS, 0, "You asked Tom for the 6♦.", "Tom didn’t have the card. Tom’s turn."),
        (HIT, 0, "You asked Tom for the 6♦.", "Tom gave you the 6♦."),
        (MISS, 1, "Ada asked you for the 6♦.", "You didn’t have the card. Your turn."),
        (HIT, 1, "Ada asked you for the 6♦.", "Ada takes your 6♦."),
        (MISS, 2, "Ada asked Tom for the 6♦.", "Tom didn’t have the card. Tom’s turn."),
        (MISS, None, "Ada asked Tom for the 6♦.", "Tom didn’t have the card. Tom’s turn."),
    ],
)
def test_an_ask_has_two_parts(event, you, question, answer):
    line = said(event, you)
    assert (line.question, line.answer) == (question, answer)
    assert line.sentence == f"{question} {answer}"
    assert line.own == (you in (0, 1))
    assert "6" not in line.answer or event.hit, "a miss is told by no card"


@pytest.mark.parametrize(
    ("event", "scorer", "sentence"),
    [
        (
            claim(CORRECT),
            0,
            "You claimed High hearts and got every card right. Your team scores the set.",
        ),
        (
            claim(MISPLACED),
            NOBODY,
            "You claimed High hearts, but got a card wrong. Nobody scores the set.",
        ),
        (
            claim(MISPLACED, returned=True),
            UNRESOLVED,
            "You claimed High hearts, but not all cards were right. The set stays in play.",
        ),
        (
            claim(OPPONENT_HELD),
            1,
            "You claimed High hearts, but the other team held a card of this set."
            " The other team scores the set.",
        ),
    ],
)
def test_the_players_own_claim(event, scorer, sentence):
    assert said(event, 0, scorer=scorer).sentence == sentence
    assert said(event, 2, scorer=scorer).sentence.startswith("Ada claimed High hearts")


def test_the_outcome_of_the_players_own_claim():
    returned = claim(MISPLACED, returned=True)
    verdicts = [said(returned, seat).claim.verdict for seat in (0, 2, None)]
    assert verdicts == ["Not all cards are right"] * 3


SET = DECKS[PLAIN.deck].sets[HIGH_HEARTS].cards


def wrong_claim(outcome=OPPONENT_HELD, misplaced=1):
    """A claim that names Ada for all cards. Tom holds the first ``misplaced`` of them."""
    holders = tuple((card, 0) for card in SET)
    found = tuple((card, int(number < misplaced)) for number, card in enumerate(SET))
    return Claimed(0, 0, HIGH_HEARTS, holders, outcome, found)


@pytest.mark.parametrize(
    ("event", "you", "scorer", "answer"),
    [
        (wrong_claim(CORRECT, 0), 2, 0, "All six cards are right. Red scores the set."),
        (wrong_claim(CORRECT, 0), 0, 0, "All six cards are right. Your team scores the set."),
        (wrong_claim(), 2, 1, "Tom had the 9♥, not Ada. Blue scores the set."),
        (wrong_claim(), 1, 1, "You had the 9♥, not Ada. Blue scores the set."),
        (wrong_claim(), 0, 1, "Tom had the 9♥, not you. The other team scores the set."),
        (wrong_claim(misplaced=2), 2, 1, "2 cards are wrong. Blue scores the set."),
        (wrong_claim(MISPLACED), 2, NOBODY, "Tom had the 9♥, not Ada. Nobody scores the set."),
        (wrong_claim(), 2, NOBODY, "Tom had the 9♥, not Ada. Red loses a point."),
        (wrong_claim(), 0, NOBODY, "Tom had the 9♥, not you. Your team loses a point."),
        (claim(MISPLACED, returned=True), 2, UNRESOLVED,
         "Not all cards are right. The set stays in play."),
    ],
)  # fmt: skip
def test_the_table_says_whether_a_claim_was_right_and_who_held_the_cards(
    event, you, scorer, answer
):
    line = said(event, you, scorer=scorer)
    assert line.question == ("You" if you == 0 else "Ada") + " claimed High hearts."
    assert line.answer == answer
    assert line.is_good == (event.outcome == CORRECT)


def test_the_log_says_whether_a_claim_was_right():
    line = said(wrong_claim(), 1, scorer=1)
    assert line.sentence == (
        "Ada claimed High hearts, but the other team held a card of this set. Blue scores the set."
        " You had the 9♥, not Ada."
    )
    assert line.own
    assert [(card.text, name, misplaced) for card, _, name, misplaced in line.revealed][:2] == [
        ("9H", "Tom", True),
        ("TH", "Ada", False),
    ]


def test_a_pass_to_both():
    assert said(PASS, 0).sentence == "You passed the turn to Ben."
    assert said(PASS, 2).sentence == "Ada passed the turn to you."
    assert said(PASS, 1).sentence == "Ada passed the turn to Ben."


def test_a_move_made_for_the_player():
    by_clock, by_substitute = {0: "clock"}, {0: "substitute"}
    own = said(MISS, 0, helped=by_clock).sentence
    assert own.endswith("You ran out of time, so a bot made this move.")
    own = said(MISS, 0, helped=by_substitute).sentence
    assert own.endswith("You were away, so a bot made this move.")
    asked = said(MISS, 1, helped=by_clock).sentence
    assert asked.endswith("Ada ran out of time, so a bot made this move.")


def test_the_players_whom_a_move_concerns():
    seats = [*range(4), None]
    assert [seat for seat in seats if concerns(HIT, seat)] == [0, 1]
    assert [seat for seat in seats if concerns(claim(CORRECT), seat)] == [0]
    assert [seat for seat in seats if concerns(wrong_claim(), seat)] == [0, 1]
    assert [seat for seat in seats if concerns(PASS, seat)] == [0, 2]


def test_the_players_own_part_has_the_last_move_if_it_concerns_them():
    for seat, own in ((0, True), (1, True), (2, False)):
        mine = mine_view(seen([MISS], seat), FACES)
        assert bool(mine.last) == own
    assert table_view(seen([MISS], None), FACES).last.sentence.startswith("Ada asked Tom")


def test_the_first_player_sees_that_they_begin():
    assert [mine_view(seen([], seat), FACES).my_turn for seat in range(4)] == [True] + [False] * 3


def test_the_script_gets_the_same_sentences():
    shown = said(HIT, 1).data
    assert (shown["own"], shown["text"]) == (True, said(HIT, 1).sentence)
    assert "own" not in said(HIT, 2).data


# Recaps


def asks(*moves):
    """Asks given as ``(seat, of, hit)``, numbered from 0."""
    return [Asked(n, seat, CARD, of, hit) for n, (seat, of, hit) in enumerate(moves)]


def recap_of(log, you=0, turn=0, number=None, rules=PLAIN):
    scorers = [UNRESOLVED] * 8
    scorers[HIGH_HEARTS] = 1
    state = new_game(rules, [0b1111, 0b11110000, 0, 0], turn)
    state = state._replace(number=len(log) if number is None else number, scorers=tuple(scorers))
    seen = observation(information_state(state, log, you, dealer=0, dealt=0b1111))
    return recap(seen, since_own_move(seen))


def test_asks_and_claims_since_the_last_own_move():
    log = asks((0, 1, False), (1, 2, True), (1, 2, False), (2, 1, False), (1, 0, False))
    assert recap_of(log) == "Asks since your last move: 4. Hits: 1."
    claim = Claimed(5, 1, HIGH_HEARTS, (), CORRECT, ())
    assert (
        recap_of([*log, claim]) == "Blue scores High hearts. Asks since your last move: 4. Hits: 1."
    )


def test_a_recap_names_the_lost_cards():
    log = asks((0, 1, False), (1, 0, True), (1, 2, True), (1, 0, True), (1, 0, False))
    assert recap_of(log) == "Cards taken from you: 6♦, 6♦. Asks since your last move: 4. Hits: 3."


def test_there_is_no_recap_of_few_moves_or_at_another_turn():
    log = asks((0, 1, False), (1, 0, False))
    assert recap_of(log) == ""
    assert recap_of(asks((0, 1, False), (1, 2, True), (1, 2, True)), turn=1) == ""
    assert recap_of(asks((1, 2, True), (1, 0, False))) == "", "they have not moved yet"


def test_a_recap_omits_hidden_moves():
    log = asks((0, 1, False), (1, 2, True), (1, 2, False), (2, 1, False), (1, 0, False))
    assert recap_of(log, rules=replace(PLAIN, history="last_ask")) == ""


def test_the_lines_of_a_recap_begin_with_what_matters_to_the_player():
    other_set = 20
    log = [
        *asks((0, 1, False), (1, 2, True)),
        Asked(2, 1, other_set, 2, True),
        Asked(3, 1, other_set, 0, False),
    ]
    log[1] = log[1]._replace(card=0)

    def lines(rules):
        state = new_game(rules, [0b1111, 0b11110000, 0, 0], 0)._replace(number=4)
        seen = observation(information_state(state, log, 0, dealer=0, dealt=0b1111))
        return [
            [line.number for line in part]
            for part in recap_lines(seen, since_own_move(seen), FACES)
        ]

    assert lines(PLAIN) == [[1, 3], [2]]
    assert lines(replace(PLAIN, history="last_ask")) == [[], []]


# A player who was away


OTHER_SET, OWN_SET = parse_card("9S"), 0


def told(log, first, rules=PLAIN, helped=None):
    """What the player at seat 0 is told, who holds the first four cards of the first set."""
    scorers = [UNRESOLVED] * 8
    scorers[HIGH_HEARTS] = 1
    state = new_game(rules, [0b1111, 0b11110000, 0, 0], 1)
    state = state._replace(number=len(log), scorers=tuple(scorers))
    seen = observation(information_state(state, log, 0, dealer=0, dealt=0b1111))
    return told_since(seen, first, helped or {})


def asked(*cards):
    """Misses for these cards. The first ask hits."""
    return [Asked(n, 1, card, 2, not n) for n, card in enumerate(cards)]


def test_the_asks_and_hits_while_a_player_was_away():
    log = asked(OWN_SET, OTHER_SET, OTHER_SET)
    assert told(log, 0) == "While you were away: 3 asks, 1 hit."
    assert told(log, 2) == "While you were away: 1 ask, 0 hits."
    log = asked(OTHER_SET, OWN_SET)
    assert told(log, 0) == "While you were away: 2 asks, 1 hit; the last concerns your sets."


def test_a_claim_while_a_player_was_away_is_told_with_its_result():
    claimed = Claimed(1, 1, HIGH_HEARTS, (), CORRECT, ())
    log = [*asked(OTHER_SET), claimed, Passed(2, 1, 3)]
    assert told(log, 0) == "While you were away: 1 ask, 1 hit. Blue scores High hearts."
    assert told(log, 1) == "While you were away: 2 moves. Blue scores High hearts."


def test_a_player_who_was_away_is_told_nothing_about_hidden_asks():
    rules = replace(PLAIN, history="last_ask")
    first = asked(OWN_SET, OWN_SET, OTHER_SET)
    other = [first[0]._replace(hit=False), first[1]._replace(hit=True, of=0), first[2]]
    said = "While you were away: 3 moves. Still shown: 1 ask, 0 hits."
    assert told(first, 0, rules) == told(other, 0, rules) == said


def test_a_player_who_was_away_is_told_of_lost_cards_and_of_moves_made_for_them():
    log = [Asked(0, 1, OWN_SET, 0, True), Asked(1, 0, OTHER_SET, 1, False)]
    assert told(log, 0, helped={1: "clock"}) == (
        "While you were away: 2 asks, 1 hit. A bot moved for you. Cards taken from you: 2♣."
    )
