"""Chances in words: a percentage, the possible holders of a card, and why a chance is uneven."""

from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.review.ruled_out_text import Facts, Names, the_card

#: If a card has more possible holders than this, they are counted instead of named.
MOST_HOLDERS = 4
#: A chance is uneven if it differs from that of equally likely holders by at least this.
UNEVEN = 0.05
#: A seat's share of the unknown cards can explain its chance if they differ by at most this.
NEAR_SHARE = 0.1


def percent(chance: float) -> str:
    """A chance in percent, such as ``71 %``.

    It is 0 only for something impossible, and 100 only for something certain.
    """
    number = round(100 * chance)
    if 0 < chance < 1:
        number = max(1, min(99, number))
    return _("%(number)d\N{NO-BREAK SPACE}%%") % {"number": number}


def chance_text(chance: float, fact: Facts) -> str:
    """A chance in percent. It is ``about 71 %`` if ``fact`` says that chances are approximate."""
    said = {"chance": percent(chance)}
    if fact.get("about") and 0 < chance < 1:
        return _("about %(chance)s") % said
    return said["chance"]


def possible_holders(why: Facts, names: Names, has_reasons: bool, now: bool) -> str:
    """A sentence about the possible holders of a card, the likeliest first."""
    may = why["may"]
    said: dict[str, Any] = {"card": the_card(why["card"]), "count": len(may)}
    if len(may) > MOST_HOLDERS:
        present = ngettext(
            "%(count)d player can hold %(card)s.",
            "Any of %(count)d players can hold %(card)s.",
            len(may),
        )
        past = ngettext(
            "%(count)d player could hold %(card)s.",
            "Any of %(count)d players could hold %(card)s.",
            len(may),
        )
        return (present if now else past) % said
    each = [
        _("%(who)s (%(chance)s)") % {"who": names[seat], "chance": chance_text(chance, why)}
        for seat, chance in may
    ]
    said["holders"] = get_text_list(each, _("or"))
    if has_reasons:
        present, past = _("So %(holders)s holds %(card)s."), _("So %(holders)s held %(card)s.")
    else:
        present, past = _("%(holders)s holds %(card)s."), _("%(holders)s held %(card)s.")
    return (present if now else past) % said


def why_uneven(why: Facts, names: Names, now: bool, *, explained: bool) -> list[str]:
    """A sentence that explains an uneven chance: by the number of a seat's unknown cards if this is
    the reason, otherwise in general.

    ``explained``: whether asks in the card's set were named as a reason before.
    """
    (count, total, _most), even = why["share"], 1 / len(why["may"])
    uneven = abs(why["chance"] - even)
    left = abs(why["chance"] - count / total)
    if uneven < UNEVEN:
        return []
    if left <= NEAR_SHARE and left < uneven:
        return [_share(why, names, now)]
    return [] if explained else [_by_asks_and_hands(why, even, names, now)]


def _by_asks_and_hands(why: Facts, even: float, names: Names, now: bool) -> str:
    """A sentence for an uneven chance that has no simple reason."""
    said = {"who": names[why["of"]], "card": the_card(why["card"])}
    if why["chance"] > even:
        present = _(
            "The asks and the number of cards in each hand make it more likely that %(who)s "
            "holds %(card)s."
        )
        past = _(
            "The asks and the number of cards in each hand made it more likely that %(who)s "
            "held %(card)s."
        )
    else:
        present = _(
            "The asks and the number of cards in each hand make it less likely that %(who)s "
            "holds %(card)s."
        )
        past = _(
            "The asks and the number of cards in each hand made it less likely that %(who)s "
            "held %(card)s."
        )
    return (present if now else past) % said


def _share(why: Facts, names: Names, now: bool) -> str:
    """A sentence about the number of a seat's unknown cards. It calls the seat the most likely
    holder only if no other possible holder has as many unknown cards.
    """
    count, total, most = why["share"]
    said = {
        "who": names[why["of"]],
        "card": the_card(why["card"]),
        "count": count,
        "total": total,
    }
    if count > most and why["of"] == why["may"][0][0]:
        present = _(
            "The players who may hold %(card)s have %(total)d unknown cards in all. %(who)s "
            "has %(count)d of them, so %(who)s is the most likely holder."
        )
        past = _(
            "The players who could hold %(card)s had %(total)d unknown cards in all. %(who)s "
            "had %(count)d of them, so %(who)s was the most likely holder."
        )
    else:
        present = _(
            "The players who may hold %(card)s have %(total)d unknown cards in all, and "
            "%(who)s has %(count)d of them."
        )
        past = _(
            "The players who could hold %(card)s had %(total)d unknown cards in all, and "
            "%(who)s had %(count)d of them."
        )
    return (present if now else past) % said
