"""Whole sentences about why somebody can or can't hold a card."""

import pytest

from game.review.chances_text import chance_text, percent
from game.review.reasons_text import why_sentences
from game.review.ruled_out_text import ruled_out

NAMES = ["Ann", "Ben", "Cleo", "Dorian"]


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.714, "71 %"), (0.001, "1 %"), (0.9999, "99 %"), (1, "100 %"), (0, "0 %")],
)
def test_uncertain_chances_are_not_rounded_to_0_or_100_percent(chance, said):
    assert plain(percent(chance)) == said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ({"code": "missed", "move": 4}, "Ben didn’t have the 9♥ at move 5."),
        ({"code": "asked", "move": 4}, "Ben couldn’t hold the 9♥: Ben asked for it at move 5."),
        ({"code": "out"}, "Ben had no cards."),
        ({"code": "moved", "move": 4, "to": 2}, "Cleo got the 9♥ at move 5, and still held it."),
        (
            {"code": "askers", "seats": [2, 3], "cards": ["9H", "JH"]},
            "Ben couldn’t hold the 9♥: Cleo and Dorian had asked for cards of this set, and each "
            "of these players held one of the 9♥ and the J♥.",
        ),
        (
            {"code": "counts"},
            "The asks and the number of cards in each hand showed that Ben couldn’t hold the 9♥.",
        ),
        (
            {
                "code": "spoken_for",
                "cards": ["9D", "QD"],
                "deck": "8s-out",
                "sets": ["high-diamonds", "low-clubs"],
            },
            "Ben had 4 cards: the 9♦, the Q♦, one more card of High diamonds and one card of Low "
            "clubs. None of these cards could be the 9♥.",
        ),
        (
            {"code": "spoken_for", "cards": [], "deck": "8s-out", "sets": ["low-clubs"]},
            "Ben had 1 card: one card of Low clubs. That card couldn’t be the 9♥.",
        ),
    ],
)
def test_why_a_player_can_not_hold_a_card(reason, said):
    assert ruled_out(reason, 1, "9H", NAMES) == said


def test_the_possible_holders_of_a_card_and_the_reasons():
    why = {
        "card": "9H", "of": 2, "chance": 0.71, "may": [[2, 0.71], [3, 0.29]],
        "not": [{"seat": 1, "code": "asked", "move": 6}], "one_of": ["9H", "JH"],
        "share": [4, 9, 5], "other": None,
    }  # fmt: skip
    assert [plain(each) for each in why_sentences(why, NAMES)] == [
        "Ben couldn’t hold the 9♥: Ben asked for it at move 7.",
        "Cleo asked for a card of this set, so Cleo held at least one of the 9♥ and the J♥.",
        "So Cleo (71 %) or Dorian (29 %) held the 9♥.",
    ]


def test_an_uneven_chance_is_explained():
    """The reason is another player's ask in the set, or the number of unknown cards."""
    why = {
        "card": "9H", "of": 2, "chance": 0.2, "may": [[3, 0.6], [1, 0.2], [2, 0.2]],
        "not": [{"seat": 0, "code": "out"}], "one_of": [],
        "share": [4, 20, 9], "other": {"seat": 3, "one_of": ["9H", "JH"]},
    }  # fmt: skip
    assert [plain(each) for each in why_sentences(why, NAMES)] == [
        "Dorian asked for a card of this set, so Dorian held at least one of the 9♥ and the J♥.",
        "Dorian (60 %), Ben (20 %) or Cleo (20 %) held the 9♥.",
        "The players who could hold the 9♥ had 20 unknown cards in all, and Cleo had 4 of them.",
    ]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (
            [5, 8, 3],
            "The players who could hold the 9♥ had 8 unknown cards in all. Cleo had 5 of them, so "
            "Cleo was the most likely holder.",
        ),
        # Other possible holders have as many unknown cards, or more.
        (
            [4, 8, 4],
            "The asks and the number of cards in each hand made it more likely that Cleo held the "
            "9♥.",
        ),
        (
            [7, 12, 8],
            "The players who could hold the 9♥ had 12 unknown cards in all, and Cleo had 7 of "
            "them.",
        ),
    ],
)
def test_a_number_of_unknown_cards_is_a_reason_only_if_it_is_greater(share, said):
    why = {
        "card": "9H", "of": 2, "chance": 0.6, "may": [[2, 0.6], [3, 0.4]], "not": [],
        "one_of": [], "share": share, "other": None,
    }  # fmt: skip
    assert plain(why_sentences(why, NAMES)[-1]) == said


def test_an_uneven_chance_without_a_simple_reason_gets_a_general_sentence():
    why = {
        "card": "9H", "of": 2, "chance": 0.2, "may": [[3, 0.8], [2, 0.2]], "not": [],
        "one_of": [], "share": [4, 8, 4], "other": None,
    }  # fmt: skip
    assert why_sentences(why, NAMES, now=True)[-1] == (
        "The asks and the number of cards in each hand make it less likely that Cleo holds the 9♥."
    )


def test_approximate_chances_are_called_so():
    why = {
        "card": "9H", "of": 2, "chance": 0.5, "may": [[2, 0.5], [3, 0.5]], "not": [],
        "one_of": [], "share": [4, 8, 4], "other": None, "about": True,
    }  # fmt: skip
    assert plain(why_sentences(why, NAMES)[0]) == (
        "Cleo (about 50 %) or Dorian (about 50 %) held the 9♥."
    )
    assert plain(chance_text(0, why)) == "0 %"


def test_every_excluded_holder_gets_a_reason():
    """The first three are named with a reason; players without cards are not named at all."""
    names = [*NAMES, "Eve", "Finn", "Gus", "Hal"]
    codes = ["missed", "missed", "asked", "asked", "counts", "out"]
    why = {
        "card": "9H", "of": 0, "chance": 0.5, "may": [[0, 0.5], [7, 0.5]],
        "not": [{"seat": seat, "code": code, "move": 2} for seat, code in enumerate(codes, 1)],
        "one_of": [], "share": [1, 2, 1], "other": None,
    }  # fmt: skip
    assert [plain(each) for each in why_sentences(why, names)][3:] == [
        "Eve and Finn couldn’t hold the 9♥ either.",
        "So Ann (50 %) or Hal (50 %) held the 9♥.",
    ]


def test_one_sentence_names_all_players_excluded_by_the_same_asks():
    names = [*NAMES, "Eve", "Finn"]
    taken = {"code": "askers", "seats": [0, 3], "cards": ["9H", "JH"]}
    why = {
        "card": "9H", "of": 0, "chance": 0.5, "may": [[0, 0.5], [3, 0.5]],
        "not": [{"seat": seat, **taken} for seat in (1, 2, 4)],
        "one_of": [], "share": [1, 2, 1], "other": None,
    }  # fmt: skip
    assert [plain(each) for each in why_sentences(why, names, now=True)] == [
        "Ben, Cleo and Eve can’t hold the 9♥: Ann and Dorian asked for cards of this set, and "
        "each of these players holds one of the 9♥ and the J♥.",
        "So Ann (50 %) or Dorian (50 %) holds the 9♥.",
    ]
    others = [{"seat": 2, **taken}, {"seat": 3, "code": "missed", "move": 2}, {"seat": 4, **taken}]
    sure = {"code": "nobody_else", "not": others}
    assert why_sentences({"card": "9H", "of": 0, "sure": sure}, names) == [
        "Dorian didn’t have the 9♥ at move 3.",
        "Cleo and Eve couldn’t hold the 9♥: Ann and Dorian had asked for cards of this set, and "
        "each of these players held one of the 9♥ and the J♥.",
        "So only Ann could hold the 9♥.",
    ]


def test_a_hint_uses_the_present_tense():
    why = {
        "card": "9H", "of": 2, "chance": 0.71, "may": [[2, 0.71], [3, 0.29]],
        "not": [{"seat": 1, "code": "moved", "move": 6, "to": 3}], "one_of": ["9H", "JH"],
        "share": [4, 9, 5], "other": None,
    }  # fmt: skip
    assert [plain(each) for each in why_sentences(why, NAMES, now=True)] == [
        "Dorian got the 9♥ at move 7, and still holds it.",
        "Cleo asked for a card of this set, so Cleo holds at least one of the 9♥ and the J♥.",
        "So Cleo (71 %) or Dorian (29 %) holds the 9♥.",
    ]


def test_why_a_card_is_certain():
    nobody_else = {
        "code": "nobody_else",
        "not": [{"seat": 2, "code": "missed", "move": 0}, {"seat": 3, "code": "out"}],
    }
    assert why_sentences({"card": "RJ", "of": 1, "sure": nobody_else}, NAMES) == [
        "Cleo didn’t have the red joker at move 1.",
        "Dorian had no cards.",
        "So only Ben could hold the red joker.",
    ]
    must = {"code": "must", "move": 8, "asked": "TH"}
    assert why_sentences({"card": "9H", "of": 1, "sure": must}, NAMES) == [
        "Ben asked for the 10♥ at move 9, so Ben held another card of this set. That card "
        "could only be the 9♥."
    ]
