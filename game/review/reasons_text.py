"""The reasons why a seat can or can't hold a card, in words. ``bots/ai/review`` has the facts."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card, card_short
from game.rules.cards import parse_card

Facts = dict[str, Any]
Names = Sequence[str]

#: The number of named seats that can't hold a card, opponents first.
MOST_RULED_OUT = 3
#: The number of named seats that may hold a card, with their chances.
MOST_HOLDERS = 4


def percent(chance: float) -> str:
    """``71 %``; a chance that is neither certain nor impossible shows 1 to 99."""
    number = round(100 * chance)
    if 0 < chance < 1:
        number = max(1, min(99, number))
    return _("%(number)d\N{NO-BREAK SPACE}%%") % {"number": number}


def the_card(text: str) -> str:
    """A card in a sentence: ``the 9♥``."""
    return article_card(parse_card(text))


def the_cards(texts: Sequence[str], last_word: str) -> str:
    """``the 9♥, the J♥ and the K♥``."""
    return get_text_list([the_card(text) for text in texts], last_word)


def why_sentences(why: Facts, names: Names, *, now: bool = False) -> list[str]:
    """The reasons for the chance of an ask. ``now``: in the present tense."""
    if "sure" in why:
        return _sure(why, names, now)
    if "never" in why:
        return [ruled_out(why["never"], why["of"], why["card"], names, now=now)]
    named = [each for each in why["not"] if each["code"] != "counts"]
    said = [
        ruled_out(each, each["seat"], why["card"], names, now=now)
        for each in named[:MOST_RULED_OUT]
    ]
    return [*said, *_one_of(why, names, now), _holders(why, names, bool(said), now)]


def ruled_out(reason: Facts, seat: int, card: str, names: Names, *, now: bool = False) -> str:
    """Why a seat can't hold a card."""
    said = {"who": names[seat], "card": the_card(card), "move": reason.get("move", 0) + 1}
    match reason["code"]:
        case "missed":
            return _("%(who)s didn't have %(card)s at move %(move)d.") % said
        case "asked":
            return _("%(who)s can't hold %(card)s: %(who)s asked for it at move %(move)d.") % said
        case "out":
            return (_("%(who)s has no cards.") if now else _("%(who)s had no cards.")) % said
        case "moved":
            said["to"] = names[reason["to"]]
            if now:
                return _("%(to)s got %(card)s at move %(move)d, and still holds it.") % said
            return _("%(to)s got %(card)s at move %(move)d, and still held it.") % said
        case "elsewhere":
            said["to"] = names[reason["to"]]
            if now:
                return _("It is certain that %(to)s holds %(card)s.") % said
            return _("It was certain that %(to)s held %(card)s.") % said
        case "returned":
            return (
                _(
                    "%(who)s can't hold %(card)s: the claim of move %(move)d came back, so the "
                    "claimer's team has the whole set."
                )
                % said
            )
        case "hand_known":
            if now:
                return _("%(who)s can't hold %(card)s: all cards of %(who)s are known.") % said
            return _("%(who)s can't hold %(card)s: all cards of %(who)s were known by then.") % said
        case "own":
            return _("The asker held %(card)s.") % said
    return _("By the number of cards in each hand, %(who)s can't hold %(card)s.") % said


def _sure(why: Facts, names: Names, now: bool) -> list[str]:
    """Why a seat holds a card for certain."""
    reason = why["sure"]
    said = {
        "who": names[why["of"]],
        "card": the_card(why["card"]),
        "move": reason.get("move", 0) + 1,
    }
    match reason["code"]:
        case "moved":
            said["from"] = names[reason["from"]]
            sentence = (
                _("%(who)s got %(card)s from %(from)s at move %(move)d, and still holds it.")
                if now
                else _("%(who)s got %(card)s from %(from)s at move %(move)d, and still held it.")
            )
            return [sentence % said]
        case "nobody_else":
            others = [
                ruled_out(each, each["seat"], why["card"], names, now=now) for each in reason["not"]
            ]
            return [*others, _("So only %(who)s can hold %(card)s.") % said]
        case "must":
            said["asked"] = the_card(reason["asked"])
            sentence = (
                _(
                    "%(who)s asked for %(asked)s at move %(move)d, so %(who)s holds another card "
                    "of this set. All but %(card)s are ruled out."
                )
                if now
                else _(
                    "%(who)s asked for %(asked)s at move %(move)d, so %(who)s held another card of "
                    "this set. All but %(card)s are ruled out."
                )
            )
            return [sentence % said]
        case "whole_hand":
            if len(reason["cards"]) == 1:
                return [_("%(card)s is the only card that %(who)s can hold.") % _capital(said)]
            said["cards"] = get_text_list(
                [card_short(parse_card(text)) for text in reason["cards"]], _("and")
            )
            sentence = ngettext(
                "%(who)s has %(count)d card, and can hold only %(cards)s.",
                "%(who)s has %(count)d cards, and can hold only %(cards)s.",
                len(reason["cards"]),
            )
            return [sentence % (said | {"count": len(reason["cards"])})]
    return [
        _("By the number of cards in each hand and by what %(who)s asked, %(who)s has it.") % said
    ]


def _capital(said: dict[str, Any]) -> dict[str, Any]:
    card = str(said["card"])
    return said | {"card": card[:1].upper() + card[1:]}


def _one_of(why: Facts, names: Names, now: bool) -> list[str]:
    if len(why["one_of"]) < 2:
        return []
    said = {"who": names[why["of"]], "cards": the_cards(why["one_of"], _("or"))}
    if now:
        return [_("%(who)s asked in this set, and so holds %(cards)s.") % said]
    return [_("%(who)s asked in this set, and so held %(cards)s.") % said]


def _holders(why: Facts, names: Names, has_reasons: bool, now: bool) -> str:
    """The possible holders of a card, the likeliest first."""
    may = why["may"]
    said: dict[str, Any] = {"card": the_card(why["card"]), "count": len(may)}
    if len(may) > MOST_HOLDERS:
        could = ngettext(
            "%(count)d player could hold %(card)s.",
            "Any of %(count)d players could hold %(card)s.",
            len(may),
        )
        can = ngettext(
            "%(count)d player can hold %(card)s.",
            "Any of %(count)d players can hold %(card)s.",
            len(may),
        )
        return (can if now else could) % said
    each = [
        _("%(who)s (%(chance)s)") % {"who": names[seat], "chance": percent(chance)}
        for seat, chance in may
    ]
    said["holders"] = get_text_list(each, _("or"))
    if has_reasons:
        said_so = _("So %(holders)s holds %(card)s.") if now else _("So %(holders)s held %(card)s.")
        return said_so % said
    return (_("%(holders)s holds %(card)s.") if now else _("%(holders)s held %(card)s.")) % said
