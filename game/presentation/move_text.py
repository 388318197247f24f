"""Cards, sets and events as text for people. Every sentence goes through gettext."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.rendering import cached
from literature.rules.cards import CARDS, card_text
from literature.rules.decks import CardSet, Deck
from literature.rules.moves import CORRECT, MISPLACED, OPPONENT_HELD, Asked, Claimed, Event
from literature.rules.state import NOBODY, UNRESOLVED

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def card_short(card: int) -> str:
    """The short name of a card: ``10♥`` or ``red joker``."""
    text = card_text(card)
    if text in ("RJ", "BJ"):
        return card_name(card)
    return rank_short(text[0]) + SYMBOLS[text[1]]


def article_card(card: int) -> str:
    """The short name of a card with its article, as part of a sentence: ``the 10♥``."""
    return _("the %(card)s") % {"card": card_short(card)}


def rank_short(rank: str) -> str:
    """The text of a rank: ``10`` for ``T``, otherwise the rank."""
    return "10" if rank == "T" else rank


def card_name(card: int) -> str:
    """The full name of a card: ``10 of hearts``."""
    text = card_text(card)
    if text == "RJ":
        return _("red joker")
    if text == "BJ":
        return _("black joker")
    ranks = {"T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
    said = {"rank": ranks.get(text[0], text[0]), "suit": _suit_name(text[1])}
    return _("%(rank)s of %(suit)s") % said


def set_name(deck: Deck, card_set: CardSet) -> str:
    """The name of a set: ``Low spades``, ``Eights and jokers``, ``Queens``."""
    half, _dash, rest = card_set.name.partition("-")
    if half == "extra":
        rank = CARDS[card_set.cards[0]][0]
        return _("%(ranks)s and jokers") % {"ranks": ranks_name(rank)}
    if half == "rank":
        return ranks_name(rest)
    suit = _suit_name(CARDS[card_set.cards[0]][1])
    return (_("Low %(suit)s") if half == "low" else _("High %(suit)s")) % {"suit": suit}


class Words(NamedTuple):
    """An event in words. For an ask or a claim, the middle of the table shows ``question`` and
    ``answer`` instead of the sentence.
    """

    sentence: str
    question: str = ""
    answer: str = ""


def event_words(
    deck: Deck, event: Event, names: Sequence[str], scorer: int, you: int | None = None
) -> Words:
    """An event as text: one or more sentences, which address the player at seat ``you``.

    ``scorer`` is the team that scored a claimed set, as in ``State``.
    """
    if isinstance(event, Asked):
        return _ask_words(event, names, you)
    if isinstance(event, Claimed):
        return _claim_words(deck, event, names, scorer, you)
    said = {"who": names[event.seat], "whom": names[event.to]}
    if event.seat == you:
        return Words(_("You passed the turn to %(whom)s.") % said)
    if event.to == you:
        return Words(_("%(who)s passed the turn to you.") % said)
    return Words(_("%(who)s passed the turn to %(whom)s.") % said)


def _ask_words(event: Asked, names: Sequence[str], you: int | None) -> Words:
    said = {"card": article_card(event.card), "who": names[event.seat], "whom": names[event.of]}
    had, had_not = _("%(whom)s had the card."), _("%(whom)s didn’t have the card. %(whom)s’s turn.")
    if event.seat == you:
        question, had = _("You asked %(whom)s for %(card)s."), _("%(whom)s gave you %(card)s.")
    elif event.of == you:
        question = _("%(who)s asked you for %(card)s.")
        said["short"] = card_short(event.card)
        had, had_not = _("%(who)s takes your %(short)s."), _("You didn’t have the card. Your turn.")
    else:
        question = _("%(who)s asked %(whom)s for %(card)s.")
    question, answer = question % said, (had if event.hit else had_not) % said
    return Words(f"{question} {answer}", question, answer)


def _claim_words(
    deck: Deck, event: Claimed, names: Sequence[str], scorer: int, you: int | None
) -> Words:
    is_you, wrong = event.seat == you, len(wrong_pairs(event))
    claimed = {"who": names[event.seat], "set": set_name(deck, deck.sets[event.card_set])}
    scored, misplaced = _scored(event, scorer, is_you), _misplaced_cards(event, names, you)
    question = (_("You claimed %(set)s.") if is_you else _("%(who)s claimed %(set)s.")) % claimed
    effect = scored
    if event.outcome != CORRECT and event.revealed is None:
        effect = _("The set stays in play.")
    # The cards are shown next to the answer.
    answer = f"{misplaced if wrong == 1 else claim_verdict(event) + '.'} {effect}".rstrip()
    parts = (_claim_sentence(event, claimed, is_you), scored, misplaced)
    return Words(" ".join(filter(None, parts)), question, answer)


def _claim_sentence(event: Claimed, claimed: dict[str, str], is_you: bool) -> str:
    """Whether a claim was right. ``claimed`` has the names of the claimer and of the set."""
    count = len(wrong_pairs(event)) or 1  # A damaged row may have no wrong card.
    if event.outcome == CORRECT:
        own = _("You claimed %(set)s and got every card right.")
        public = _("%(who)s claimed %(set)s and got every card right.")
    elif event.outcome == MISPLACED and event.revealed is None:
        own = _("You claimed %(set)s, but not all cards were right. The set stays in play.")
        public = _("%(who)s claimed %(set)s, but not all cards were right. The set stays in play.")
    elif event.outcome == MISPLACED:
        own = ngettext(
            "You claimed %(set)s, but got a card wrong.",
            "You claimed %(set)s, but got %(count)d cards wrong.",
            count,
        )
        public = ngettext(
            "%(who)s claimed %(set)s, but got a card wrong.",
            "%(who)s claimed %(set)s, but got %(count)d cards wrong.",
            count,
        )
    else:
        own = _("You claimed %(set)s, but the other team held a card of this set.")
        public = _("%(who)s claimed %(set)s, but the other team held a card of this set.")
    return (own if is_you else public) % (claimed | {"count": count})


def set_span(card_set: CardSet) -> str:
    """The text on the spine of a set that is drawn as a book: its first and last rank, its only
    rank, or for the ninth set its rank with a star (``8★``).
    """
    first, last = (rank_short(CARDS[card][0]) for card in (card_set.cards[0], card_set.cards[-1]))
    half = card_set.name.partition("-")[0]
    if half == "extra":
        return f"{first}★"
    return first if half == "rank" else f"{first}\u2013{last}"


def claim_verdict(event: Claimed) -> str:
    """The outcome of a claim in a few words, such as ``2 cards are wrong``."""
    if event.outcome == CORRECT:
        return (
            _("All four cards are right")
            if len(event.holders) == 4
            else _("All six cards are right")
        )
    if event.revealed is None:
        return _("Not all cards are right")
    count = len(wrong_pairs(event))
    return ngettext("One card is wrong", "%(count)d cards are wrong", count) % {"count": count}


def claim_result(deck: Deck, event: Claimed, scorer: int) -> str:
    """The effect of a claim on the set and the scores.

    ``scorer`` is the scoring team, as in ``State``.
    """
    said = {"set": set_name(deck, deck.sets[event.card_set])}
    if event.revealed is None:
        return _("No card of %(set)s is revealed. The set stays in play.") % said
    if scorer not in (NOBODY, UNRESOLVED):
        return _("%(team)s scores %(set)s.") % (said | {"team": team_name(scorer)})
    if event.outcome == OPPONENT_HELD:
        return _("%(team)s loses a point.") % {"team": team_name(event.seat % 2)}
    return _("Nobody scores %(set)s.") % said


def _scored(event: Claimed, scorer: int, is_you: bool) -> str:
    """The effect of a claim on the scores; ``is_you``: for the claimer."""
    if event.revealed is None or scorer == UNRESOLVED:
        return ""
    if scorer == NOBODY and event.outcome != OPPONENT_HELD:
        return _("Nobody scores the set.")
    own = event.seat % 2
    if scorer == NOBODY:
        public, yours = _("%(team)s loses a point."), _("Your team loses a point.")
    elif scorer == own:
        public, yours = _("%(team)s scores the set."), _("Your team scores the set.")
    else:
        public, yours = _("%(team)s scores the set."), _("The other team scores the set.")
    return yours if is_you else public % {"team": team_name(own if scorer == NOBODY else scorer)}


def _misplaced_cards(event: Claimed, names: Sequence[str], you: int | None) -> str:
    """A sentence for each wrongly claimed card with its true holder, if the cards were revealed."""
    sentences = []
    for card, named, found in wrong_pairs(event):
        if found == you:
            sentence = _("You had %(card)s, not %(named)s.")
        elif named == you:
            sentence = _("%(holder)s had %(card)s, not you.")
        else:
            sentence = _("%(holder)s had %(card)s, not %(named)s.")
        said = {"holder": names[found], "card": article_card(card), "named": names[named]}
        sentences.append(sentence % said)
    return " ".join(sentences)


@cached
def team_name(team: int) -> str:
    """The name of a team: ``Red`` for team 0, ``Blue`` for team 1."""
    return _("Blue") if team else _("Red")


def wrong_pairs(event: Claimed) -> list[tuple[int, int, int]]:
    """The revealed cards whose claimed holder was wrong: the card, the claimed seat, the true
    seat.
    """
    if event.revealed is None:
        return []
    # A damaged row may lack cards of its set. Assume that the claim was right about them.
    found = dict(event.holders) | dict(event.revealed)
    return [(card, seat, found[card]) for card, seat in event.holders if found[card] != seat]


def ranks_name(rank: str) -> str:
    """The cards of a rank: ``Sevens``."""
    return {
        "2": _("Twos"), "3": _("Threes"), "4": _("Fours"), "5": _("Fives"), "6": _("Sixes"),
        "7": _("Sevens"), "8": _("Eights"), "9": _("Nines"), "T": _("Tens"), "J": _("Jacks"),
        "Q": _("Queens"), "K": _("Kings"), "A": _("Aces"),
    }[rank]  # fmt: skip


def _suit_name(suit: str) -> str:
    return {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}[suit]
