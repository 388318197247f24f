"""Cards, sets and events in words, for people; every sentence through gettext."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.rules.cards import CARDS, card_text
from game.rules.decks import CardSet, Deck
from game.rules.moves import CORRECT, MISPLACED, Asked, Claimed, Event
from game.rules.state import NOBODY, UNRESOLVED

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def card_short(card: int) -> str:
    """``10♥`` or ``red joker``."""
    text = card_text(card)
    if text in ("RJ", "BJ"):
        return card_name(card)
    return rank_short(text[0]) + SYMBOLS[text[1]]


def rank_short(rank: str) -> str:
    """``10`` for the ten, else the rank itself."""
    return "10" if rank == "T" else rank


def card_name(card: int) -> str:
    """``10 of hearts``, as a screen reader should say it."""
    text = card_text(card)
    if text == "RJ":
        return _("red joker")
    if text == "BJ":
        return _("black joker")
    return _("%(rank)s of %(suit)s") % {"rank": _rank_name(text[0]), "suit": _suit_name(text[1])}


def set_name(deck: Deck, card_set: CardSet) -> str:
    """``Low spades``, ``Eights and jokers``, ``Queens``."""
    half, _dash, rest = card_set.name.partition("-")
    if half == "extra":
        rank = CARDS[card_set.cards[0]][0]
        return _("%(ranks)s and jokers") % {"ranks": _ranks_name(rank)}
    if half == "rank":
        return _ranks_name(rest)
    suit = _suit_name(CARDS[card_set.cards[0]][1])
    return (
        _("Low %(suit)s") % {"suit": suit} if half == "low" else _("High %(suit)s") % {"suit": suit}
    )


def event_sentence(deck: Deck, event: Event, names: Sequence[str], scorer: int) -> str:
    """What happened, for everybody at the table. ``scorer``: of a claim's set, as in ``State``."""
    who = names[event.seat]
    if isinstance(event, Asked):
        said = {"who": who, "whom": names[event.of], "card": card_short(event.card)}
        if event.hit:
            return _("%(who)s asked %(whom)s for %(card)s and got it.") % said
        return _("%(who)s asked %(whom)s for %(card)s. %(whom)s doesn't have it.") % said
    if isinstance(event, Claimed):
        claimed = {"who": who, "set": set_name(deck, deck.sets[event.card_set])}
        return f"{_claim_sentence(event, claimed)} {_scored_sentence(event, scorer)}".rstrip()
    return _("%(who)s passed the turn to %(whom)s.") % {"who": who, "whom": names[event.to]}


def team_name(team: int) -> str:
    """``Red`` for team 0, ``Blue`` for team 1."""
    return _("Blue") if team else _("Red")


def _claim_sentence(event: Claimed, claimed: dict[str, str]) -> str:
    if event.outcome == CORRECT:
        return _("%(who)s claimed %(set)s, and every card is where they said.") % claimed
    if event.outcome == MISPLACED and event.revealed is None:
        return _("%(who)s claimed %(set)s, but placed a card wrongly. The set stays.") % claimed
    if event.outcome == MISPLACED:
        return _("%(who)s claimed %(set)s, but placed a card wrongly.") % claimed
    return _("%(who)s claimed %(set)s, but the other team holds a card of it.") % claimed


def _scored_sentence(event: Claimed, scorer: int) -> str:
    if event.revealed is None or scorer == UNRESOLVED:
        return ""
    if scorer == NOBODY:
        return _("Nobody scores it.")
    return _("%(team)s scores it.") % {"team": team_name(scorer)}


def _rank_name(rank: str) -> str:
    names = {"T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
    return names.get(rank, rank)


def _ranks_name(rank: str) -> str:
    return {
        "2": _("Twos"), "3": _("Threes"), "4": _("Fours"), "5": _("Fives"), "6": _("Sixes"),
        "7": _("Sevens"), "8": _("Eights"), "9": _("Nines"), "T": _("Tens"), "J": _("Jacks"),
        "Q": _("Queens"), "K": _("Kings"), "A": _("Aces"),
    }[rank]  # fmt: skip


def _suit_name(suit: str) -> str:
    return {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}[suit]
