"""Whole sentences about why somebody can or can't hold a card."""

import pytest

from finished.review.chances_text import why_sentences
from finished.review.reasons_text import ruled_out
from finished.review.wording import Words, chance_text, percent
from literature.judge.findings import Holding
from literature.knowledge.reasons import (
    Counted,
    FullHand,
    LastCard,
    Missed,
    Moved,
    NoCards,
    OnlyHolder,
    Returned,
    TakenByAskers,
    WholeHand,
)
from literature.rules.cards import parse_card, parse_hand
from literature.rules.decks import DECKS

DECK = DECKS["8s-out"]
WORDS = Words(DECK, ["Ann", "Ben", "Cleo", "Dorian", "Eve", "Finn", "Gus", "Hal"])
CARD, TEN = parse_card("9H"), parse_card("TH")
BOTH = parse_hand(["9H", "JH"])
HIGH_DIAMONDS, LOW_CLUBS = (DECK.set_named(name).index for name in ("high-diamonds", "low-clubs"))


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


def told(**why):
    return [plain(each) for each in why_sentences(Holding(CARD, **why), WORDS)]


def missed(move, asker, of, **rules):
    return Missed(move, asker, of, CARD, **rules)


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.714, "71 %"), (0.001, "1 %"), (0.9999, "99 %"), (1, "100 %"), (0, "0 %")],
)
def test_uncertain_chances_are_not_rounded_to_0_or_100_percent(chance, said):
    assert plain(percent(chance)) == said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            missed(4, 0, 1),
            "Ann asked Ben for the 9♥ at move 5 and missed. Nobody has got it since, so neither "
            "of them holds it.",
        ),
        (
            missed(4, 0, 1, may_hold=True),
            "Ann asked Ben for the 9♥ at move 5 and missed. Nobody has got it since, so Ben "
            "doesn’t hold it.",
        ),
        (NoCards(), "Ben has no cards."),
        (
            Moved(4, 1, 2),
            "Cleo got the 9♥ from Ben at move 5, and nobody has got it since.",
        ),
        (
            Returned(4),
            "Ben can’t hold the 9♥: the claim at move 5 left the set in play, so the claimer’s "
            "team holds the whole set.",
        ),
        (
            TakenByAskers((2, 3), BOTH),
            "Ben can’t hold the 9♥: Cleo and Dorian asked for cards of this set, and each of "
            "these players holds one of the 9♥ and the J♥.",
        ),
        (
            Counted(),
            "The asks and the number of cards in each hand show that Ben can’t hold the 9♥.",
        ),
        (
            FullHand(1, parse_hand(["9D", "QD"]), (HIGH_DIAMONDS, LOW_CLUBS)),
            "Ben has 4 cards: the 9♦, the Q♦, another card of High diamonds and a card of Low "
            "clubs. So Ben doesn’t hold the 9♥.",
        ),
        (
            FullHand(1, 0, (LOW_CLUBS,)),
            "Ben has 1 card: a card of Low clubs. So Ben doesn’t hold the 9♥.",
        ),
    ],
)
def test_why_a_player_can_not_hold_a_card(reason, said):
    assert ruled_out(reason, [1], CARD, WORDS) == said


@pytest.mark.parametrize(
    ("asker", "of", "said"),
    [
        (0, 1, "You asked Ben for the 9♥ in line 5 and missed. Nobody has got it since, so Ben "),
        (1, 0, "Ben asked you for the 9♥ in line 5 and missed. Nobody has got it since, so Ben "),
    ],
)
def test_a_sentence_can_address_the_reader(asker, of, said):
    words = Words(DECK, WORDS.names, you=0, has_lines=True)
    assert ruled_out(missed(4, asker, of), [1], CARD, words) == said + "doesn’t hold it."


def test_the_possible_holders_of_a_card_and_the_reasons():
    why = told(
        of=2, chance=0.71, may=((2, 0.71), (3, 0.29)), ruled_out=((1, Returned(6)),),
        one_of=BOTH, share=(4, 9, 5),
    )  # fmt: skip
    assert why[1:] == [
        "Cleo asked for a card of this set, so Cleo holds at least one of the 9♥ and the J♥.",
        "So Cleo (71 %) or Dorian (29 %) holds the 9♥.",
    ]


def test_an_uneven_chance_is_explained():
    """The reason is another player's ask in the set, or the number of unknown cards."""
    why = told(
        of=2, chance=0.2, may=((3, 0.6), (1, 0.2), (2, 0.2)), ruled_out=((0, NoCards()),),
        share=(4, 20, 9), other=(3, BOTH),
    )  # fmt: skip
    assert why == [
        "Dorian asked for a card of this set, so Dorian holds at least one of the 9♥ and the J♥.",
        "Dorian (60 %), Ben (20 %) or Cleo (20 %) holds the 9♥.",
        "The players who can hold the 9♥ have 20 unknown cards in all, and Cleo has 4 of them.",
    ]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (
            (5, 8, 3),
            "The players who can hold the 9♥ have 8 unknown cards in all. Cleo has 5 of them, so "
            "Cleo is the most likely holder.",
        ),
        # Other possible holders have as many unknown cards, or more.
        (
            (4, 8, 4),
            "The asks and the number of cards in each hand make it more likely that Cleo holds "
            "the 9♥.",
        ),
        (
            (7, 12, 8),
            "The players who can hold the 9♥ have 12 unknown cards in all, and Cleo has 7 of them.",
        ),
    ],
)
def test_a_number_of_unknown_cards_is_a_reason_only_if_it_is_greater(share, said):
    assert told(of=2, chance=0.6, may=((2, 0.6), (3, 0.4)), share=share)[-1] == said


def test_an_uneven_chance_without_a_simple_reason_gets_a_general_sentence():
    assert told(of=2, chance=0.2, may=((3, 0.8), (2, 0.2)), share=(4, 8, 4))[-1] == (
        "The asks and the number of cards in each hand make it less likely that Cleo holds the 9♥."
    )


def test_approximate_chances_are_called_so():
    why = told(of=2, chance=0.5, about=True, may=((2, 0.5), (3, 0.5)), share=(4, 8, 4))
    assert why[0] == "Cleo (about 50 %) or Dorian (about 50 %) holds the 9♥."
    assert plain(chance_text(0, about=True)) == "0 %"


def test_every_excluded_holder_gets_a_reason():
    """The first three are named with a reason; players without cards are not named at all."""
    reasons = [missed(2, 6, 1), missed(3, 6, 2), missed(4, 6, 3), missed(5, 6, 4), Counted()]
    why = told(
        of=0, chance=0.5, may=((0, 0.5), (7, 0.5)), share=(1, 2, 1),
        ruled_out=tuple(enumerate([*reasons, NoCards()], 1)),
    )  # fmt: skip
    assert why[3:] == [
        "Eve and Finn can’t hold the 9♥ either.",
        "So Ann (50 %) or Hal (50 %) holds the 9♥.",
    ]


def test_one_sentence_names_all_players_excluded_for_the_same_reason():
    taken = TakenByAskers((0, 3), BOTH)
    said = (
        "can’t hold the 9♥: Ann and Dorian asked for cards of this set, and each of these "
        "players holds one of the 9♥ and the J♥."
    )
    why = told(
        of=0, chance=0.5, may=((0, 0.5), (3, 0.5)), share=(1, 2, 1),
        ruled_out=tuple((seat, taken) for seat in (1, 2, 4)),
    )  # fmt: skip
    assert why == [f"Ben, Cleo and Eve {said}", "So Ann (50 %) or Dorian (50 %) holds the 9♥."]
    others = ((2, taken), (3, missed(2, 1, 3)), (1, missed(2, 1, 3)), (4, taken))
    assert told(of=0, chance=1.0, sure=OnlyHolder(0, CARD, others)) == [
        f"Cleo and Eve {said}",
        "Ben asked Dorian for the 9♥ at move 3 and missed. Nobody has got it since, so neither of "
        "them holds it.",
        "So only Ann can hold the 9♥.",
    ]


def test_why_a_card_is_certain():
    assert told(of=1, chance=1.0, sure=LastCard(8, 1, TEN, CARD)) == [
        "Ben asked for the 10♥ at move 9, so Ben held another card of High hearts then.",
        "That card can only be the 9♥.",
    ]
    assert told(of=1, chance=1.0, sure=WholeHand(1, BOTH)) == [
        "Ben has 2 cards, and can hold only the 9♥ and the J♥."
    ]
