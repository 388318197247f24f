"""The reasons why a seat can't hold a card, in words. ``literature/judge`` finds the facts."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card, set_name
from literature.rules.cards import parse_card
from literature.rules.decks import DECKS

Facts = dict[str, Any]
Names = Sequence[str]


def the_card(text: str) -> str:
    """A card as part of a sentence: ``the 9♥``."""
    return article_card(parse_card(text))


def the_cards(texts: Sequence[str], last_word: str) -> str:
    """Cards as part of a sentence: ``the 9♥, the J♥ and the K♥``. ``last_word`` comes before the
    last card.
    """
    return get_text_list([the_card(text) for text in texts], last_word)


def ruled_out(reason: Facts, seat: int, card: str, names: Names, *, now: bool = False) -> str:
    """A sentence that says why a seat can't hold a card.

    ``now``: whether it is in the present tense.
    """
    said = {"who": names[seat], "card": the_card(card), "move": reason.get("move", 0) + 1}
    match reason["code"]:
        case "spoken_for":
            return _spoken_for(reason, said, now)
        case "askers":
            return taken_by_askers(reason, [seat], card, names, now=now)
        case "missed":
            return _("%(who)s didn’t have %(card)s at move %(move)d.") % said
        case "own":
            return _("The asker held %(card)s.") % said
        case "asked":
            present = _("%(who)s can’t hold %(card)s: %(who)s asked for it at move %(move)d.")
            past = _("%(who)s couldn’t hold %(card)s: %(who)s asked for it at move %(move)d.")
        case "out":
            present, past = _("%(who)s has no cards."), _("%(who)s had no cards.")
        case "moved":
            said["to"] = names[reason["to"]]
            present = _("%(to)s got %(card)s at move %(move)d, and still holds it.")
            past = _("%(to)s got %(card)s at move %(move)d, and still held it.")
        case "elsewhere":
            said["to"] = names[reason["to"]]
            present = _("It is certain that %(to)s holds %(card)s.")
            past = _("It was certain that %(to)s held %(card)s.")
        case "returned":
            present = _(
                "%(who)s can’t hold %(card)s: the claim at move %(move)d left the set in play, "
                "so the claimer’s team holds the whole set."
            )
            past = _(
                "%(who)s couldn’t hold %(card)s: the claim at move %(move)d left the set in "
                "play, so the claimer’s team held the whole set."
            )
        case "hand_known":
            present = _("%(who)s can’t hold %(card)s: all of %(who)s’s cards are known.")
            past = _("%(who)s couldn’t hold %(card)s: all of %(who)s’s cards were known.")
        case _other:
            present = _(
                "The asks and the number of cards in each hand show that %(who)s can’t hold "
                "%(card)s."
            )
            past = _(
                "The asks and the number of cards in each hand showed that %(who)s couldn’t hold "
                "%(card)s."
            )
    return (present if now else past) % said


def taken_by_askers(
    reason: Facts, seats: Sequence[int], card: str, names: Names, *, now: bool
) -> str:
    """A sentence that says why some seats can't hold a card: one of the players who asked in its
    set must hold the card.
    """
    said = {
        "who": get_text_list([names[seat] for seat in seats], _("and")),
        "card": the_card(card),
        "askers": get_text_list([names[seat] for seat in reason["seats"]], _("and")),
        "cards": the_cards(reason["cards"], _("and")),
    }
    if len(reason["seats"]) == 1:
        present = _(
            "%(who)s can’t hold %(card)s: %(askers)s asked for a card of this set, and "
            "%(card)s is the only card of this set that %(askers)s can hold."
        )
        past = _(
            "%(who)s couldn’t hold %(card)s: %(askers)s had asked for a card of this set, and "
            "%(card)s was the only card of this set that %(askers)s could hold."
        )
    else:
        present = _(
            "%(who)s can’t hold %(card)s: %(askers)s asked for cards of this set, and each "
            "of these players holds one of %(cards)s."
        )
        past = _(
            "%(who)s couldn’t hold %(card)s: %(askers)s had asked for cards of this set, and "
            "each of these players held one of %(cards)s."
        )
    return (present if now else past) % said


def _spoken_for(reason: Facts, said: dict[str, Any], now: bool) -> str:
    """The sentence for a hand without room for more cards: each card is known, or needed for a set
    in which its player asked.
    """
    deck, cards = DECKS[reason["deck"]], [the_card(each) for each in reason["cards"]]
    for name in reason["sets"]:
        card_set = deck.set_named(name)
        assert card_set is not None
        has_known = any(parse_card(each) in card_set.cards for each in reason["cards"])
        one = _("one more card of %(set)s") if has_known else _("one card of %(set)s")
        cards.append(one % {"set": set_name(deck, card_set)})
    said = said | {"count": len(cards), "cards": get_text_list(cards, _("and"))}
    if now:
        sentence = ngettext(
            "%(who)s has %(count)d card: %(cards)s. That card can’t be %(card)s.",
            "%(who)s has %(count)d cards: %(cards)s. None of these cards can be %(card)s.",
            len(cards),
        )
    else:
        sentence = ngettext(
            "%(who)s had %(count)d card: %(cards)s. That card couldn’t be %(card)s.",
            "%(who)s had %(count)d cards: %(cards)s. None of these cards could be %(card)s.",
            len(cards),
        )
    return sentence % said
