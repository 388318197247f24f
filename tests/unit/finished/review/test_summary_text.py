"""Sentences of a review about a player's figures, claims and passes."""

import pytest

from finished.review.summary_text import missed_claim, own_sentence, player_review
from finished.review.text import review_of
from game.presentation.move_text import event_words
from literature.judge.findings import (
    ClaimFinding,
    MissedClaim,
    NamedClaim,
    OwnFact,
    PassFinding,
    PlayerFigures,
    ReviewedMove,
)
from literature.rules.cards import parse_card
from literature.rules.decks import DECKS
from literature.rules.moves import MISPLACED, Claimed, Passed
from literature.rules.options import PRESETS
from literature.rules.state import NOBODY


@pytest.mark.parametrize(
    ("hits", "expected", "luck", "line"),
    [
        (14, 11.96, "+2.0", "Hits and correct claims: 14, which is 2.0 more than expected."),
        (
            8,
            8.06,
            "\N{MINUS SIGN}0.1",
            "Hits and correct claims: 8, which is 0.1 fewer than expected.",
        ),
        (8, 8.02, "0.0", "Hits and correct claims: 8, as expected."),
    ],
)
def test_luck_agrees_with_the_numbers_beside_it(hits, expected, luck, line):
    player = player_review(0, PlayerFigures(8, 5, 8, 2, hits, expected), ["Ann"])
    assert player.figures[1] == ("Luck", luck, line)


RULES = PRESETS["classic"]
NAMES = ["Ann", "Ben", "Cleo", "Dorian", "Eve", "Finn"]
LOW_CLUBS = tuple((parse_card(f"{rank}C"), 0) for rank in "234567")


def claimed(*wrong):
    """A wrong claim of Ann. She named herself, but Cleo had the cards in ``wrong``."""
    revealed = tuple((card, 2 if card in wrong else 0) for card, _ in LOW_CLUBS)
    return Claimed(0, 0, 0, LOW_CLUBS, MISPLACED, revealed)


def test_a_wrong_claim_has_the_number_of_wrong_cards():
    deck, cards = DECKS[RULES.deck], [card for card, _ in LOW_CLUBS]
    one, two = (event_words(deck, claimed(*cards[:n]), NAMES, NOBODY) for n in (1, 2))
    assert one.sentence.startswith("Ann claimed Low clubs, but got a card wrong.")
    assert two.sentence.startswith("Ann claimed Low clubs, but got 2 cards wrong.")


def test_a_claim_of_the_last_cards_is_a_lesson():
    said = own_sentence(RULES, claimed(LOW_CLUBS[0][0]), OwnFact("last_cards", 0), NAMES)
    assert said == (
        "At move 1 you claimed Low clubs with your last cards. From then on you couldn’t ask."
    )


def test_an_impossible_claim_is_no_gamble():
    fact = OwnFact("gamble", 0)
    said = own_sentence(RULES, claimed(LOW_CLUBS[0][0]), fact, NAMES)
    assert said == "At move 1 you could have known that your claim of Low clubs was wrong."


@pytest.mark.parametrize(
    ("scorer", "end"),
    [
        (NOBODY, "At move 9 the set was claimed, but nobody scored it."),
        (0, "This player’s team scored the set at move 9."),
        (1, "The other team scored the set at move 9."),
    ],
)
def test_a_missed_claim_names_the_team_that_scored_the_set(scorer, end):
    missed = MissedClaim(0, "low-clubs", since=2, move=4, claimed=8, lost=True)
    assert missed_claim(RULES, missed, NAMES, [scorer] * 8).sentence.endswith(end)


def test_a_claim_missed_at_its_first_chance_names_one_move():
    missed = MissedClaim(0, "low-clubs", since=4, move=4, claimed=None, lost=True)
    said = missed_claim(RULES, missed, NAMES, [NOBODY] * 8).sentence
    assert said == (
        "Ann could claim Low clubs without risk, but gave up the turn at move 5. "
        "The set was never claimed."
    )


def test_a_pass_in_the_endgame_names_the_choice():
    move = ReviewedMove(0, PassFinding("best", choices=(2, 4)), {}, (0, 0), (0, 0))
    said = review_of(RULES, Passed(0, 0, 2), move, NAMES)
    assert said.known == ["Only claims are left, and Ann can pass the turn to Cleo or Eve."]


def test_a_claim_of_the_last_cards_says_so():
    finding = ClaimFinding("best", 1.0, last_cards=True)
    move = ReviewedMove(0, finding, {}, (0, 0), (0, 0))
    said = review_of(RULES, claimed(LOW_CLUBS[0][0]), move, NAMES)
    assert said.known[-1] == "These are the last cards of Ann, who can’t ask any more."
    assert said.meaning == "No move was better, as far as the player could know."


def test_a_likelier_claim_names_both_chances():
    card = LOW_CLUBS[0][0]
    holders = tuple((each, 2 if each == card else 0) for each, _seat in LOW_CLUBS)
    finding = ClaimFinding(
        "gave_away", 0.1, forced=True, endgame=True,
        better_claim=NamedClaim("low-clubs", holders, 0.3), chances=((card, 0.3, 0.1),),
    )  # fmt: skip
    said = review_of(RULES, claimed(card), ReviewedMove(0, finding, {}, (0, 0), (0, 0)), NAMES)
    assert said.known[-1] == "The other team has no cards, so Ann has to claim."
    assert said.better[0].replace("\N{NO-BREAK SPACE}", " ") == (
        "Cleo is more likely to hold the 2♣ (30 %) than Ann (10 %)."
    )
