"""The reasons why a seat can or can't hold a card, in words. ``literature.judge`` finds them."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.review.chances_text import possible_holders, why_uneven
from game.review.ruled_out_text import Facts, Names, ruled_out, taken_by_askers, the_card, the_cards

#: At most this number of seats get a sentence with their own reason why they can't hold a card.
#: Opponents come first.
MOST_RULED_OUT = 3


def why_sentences(why: Facts, names: Names, *, now: bool = False) -> list[str]:
    """Sentences about the reasons for the chance that a seat holds a card.

    ``now``: whether they are in the present tense.
    """
    if "sure" in why:
        return _sure(why, names, now)
    if "never" in why:
        never = why["never"]
        said = [ruled_out(never, why["of"], why["card"], names, now=now)]
        if "sure" in never:
            said += _sure({"card": why["card"], "of": never["to"], **never}, names, now)
        return said
    # The seats that can't hold the card for a reason that is easy to follow.
    told = [each for each in why["not"] if each["code"] not in ("counts", "out")]
    alone = [each for each in told if each["code"] != "askers"][:MOST_RULED_OUT]
    taken = [each for each in told if each["code"] == "askers"]
    named = alone + [each for each in taken if each["seats"] == taken[0]["seats"]]
    said = _all_ruled_out(named, why["card"], names, now)
    said += _neither(why, [each["seat"] for each in named], names, now)
    has_reasons = bool(said)
    asked = same_card_sentences(why, names, now=now)
    uneven = why_uneven(why, names, now, explained=bool(asked))
    return [*said, *asked, possible_holders(why, names, has_reasons, now), *uneven]


def _all_ruled_out(reasons: Sequence[Facts], card: str, names: Names, now: bool) -> list[str]:
    """A sentence for each seat that can't hold a card. Seats that are ruled out by the same askers
    share a sentence.
    """
    said, by_askers = [], dict[tuple[int, ...], list[Facts]]()
    for each in reasons:
        if each["code"] == "askers":
            by_askers.setdefault(tuple(each["seats"]), []).append(each)
        else:
            said.append(ruled_out(each, each["seat"], card, names, now=now))
    for same in by_askers.values():
        seats = [each["seat"] for each in same]
        said.append(taken_by_askers(same[0], seats, card, names, now=now))
    return said


def same_card_sentences(why: Facts, names: Names, *, now: bool = False) -> list[str]:
    """Sentences about the players' asks in a card's set, if they change the chance of this card."""
    said = []
    if len(why["one_of"]) > 1:
        said.append(_one_of(names[why["of"]], why["one_of"], now))
    other = why.get("other")
    if other and len(other["one_of"]) > 1 and dict(why["may"])[other["seat"]] > why["chance"]:
        said.append(_one_of(names[other["seat"]], other["one_of"], now))
    return said


def _neither(why: Facts, named: Sequence[int], names: Names, now: bool) -> list[str]:
    """A sentence about other seats that can't hold a card, without their reasons.

    Seats without cards are not named.
    """
    seats = [
        each["seat"] for each in why["not"] if each["seat"] not in named and each["code"] != "out"
    ]
    if not seats:
        return []
    said = {
        "who": get_text_list([names[seat] for seat in seats], _("and")),
        "card": the_card(why["card"]),
    }
    if named:
        present = _("%(who)s can’t hold %(card)s either.")
        past = _("%(who)s couldn’t hold %(card)s either.")
    else:
        present = _(
            "The asks and the number of cards in each hand show that %(who)s can’t hold %(card)s."
        )
        past = _(
            "The asks and the number of cards in each hand showed that %(who)s couldn’t hold "
            "%(card)s."
        )
    return [(present if now else past) % said]


def _sure(why: Facts, names: Names, now: bool) -> list[str]:
    """Sentences that say why a seat holds a card for certain."""
    reason = why["sure"]
    said = {
        "who": names[why["of"]],
        "card": the_card(why["card"]),
        "move": reason.get("move", 0) + 1,
    }
    match reason["code"]:
        case "moved":
            said["from"] = names[reason["from"]]
            present = _("%(who)s got %(card)s from %(from)s at move %(move)d, and still holds it.")
            past = _("%(who)s got %(card)s from %(from)s at move %(move)d, and still held it.")
        case "nobody_else":
            others = _all_ruled_out(reason["not"], why["card"], names, now)
            present = _("So only %(who)s can hold %(card)s.")
            past = _("So only %(who)s could hold %(card)s.")
            return [*others, (present if now else past) % said]
        case "must":
            said["asked"] = the_card(reason["asked"])
            present = _(
                "%(who)s asked for %(asked)s at move %(move)d, so %(who)s holds another card of "
                "this set. That card can only be %(card)s."
            )
            past = _(
                "%(who)s asked for %(asked)s at move %(move)d, so %(who)s held another card of "
                "this set. That card could only be %(card)s."
            )
        case "whole_hand":
            return [_whole_hand(reason, said, now)]
        case _other:
            present = _(
                "The asks and the number of cards in each hand show that %(who)s holds %(card)s."
            )
            past = _(
                "The asks and the number of cards in each hand showed that %(who)s held %(card)s."
            )
    return [(present if now else past) % said]


def _whole_hand(reason: Facts, said: dict[str, Any], now: bool) -> str:
    cards = reason["cards"]
    if len(cards) == 1:
        sentence = (
            _("%(card)s is the only card that %(who)s can hold.")
            if now
            else _("%(card)s was the only card that %(who)s could hold.")
        )
        card = str(said["card"])
        return sentence % (said | {"card": card[:1].upper() + card[1:]})
    said = said | {"cards": the_cards(cards, _("and")), "count": len(cards)}
    if now:
        sentence = ngettext(
            "%(who)s has %(count)d card, and can hold only %(cards)s.",
            "%(who)s has %(count)d cards, and can hold only %(cards)s.",
            len(cards),
        )
    else:
        sentence = ngettext(
            "%(who)s had %(count)d card, and could hold only %(cards)s.",
            "%(who)s had %(count)d cards, and could hold only %(cards)s.",
            len(cards),
        )
    return sentence % said


def _one_of(who: str, cards: Sequence[str], now: bool) -> str:
    said = {"who": who, "cards": the_cards(cards, _("and"))}
    present = _("%(who)s asked for a card of this set, so %(who)s holds at least one of %(cards)s.")
    past = _("%(who)s asked for a card of this set, so %(who)s held at least one of %(cards)s.")
    return (present if now else past) % said
