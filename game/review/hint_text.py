"""The hint for a player's next move, in words. ``literature/judge/advice.py`` finds the facts."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.review.asks_text import set_text
from game.review.chances_text import chance_text
from game.review.reasons_text import why_sentences
from game.review.ruled_out_text import Facts, Names, the_card, the_cards
from literature.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: the move, and the reasons for it."""

    move: str
    reasons: tuple[str, ...]


def hint_text(rules: Rules, fact: Facts, names: Names, you: int) -> Hint:
    """The hint for the player at seat ``you``."""
    # The reasons name this player only in "got … from you", so "you" fits the grammar.
    names = [_("you") if seat == you else name for seat, name in enumerate(names)]
    match fact["move"]:
        case "ask":
            return _ask(rules, fact, names)
        case "claim":
            return _claim(rules, fact, names, you)
        case "pass":
            return _pass(fact, names)
    return Hint(_("You can do nothing now. Look here again when it is your turn."), ())


def _ask(rules: Rules, fact: Facts, names: Names) -> Hint:
    said = {
        "whom": names[fact["of"]],
        "card": the_card(fact["card"]),
        "chance": chance_text(fact["chance"], fact),
    }
    if fact.get("in_vain"):
        move = _(
            "None of your asks can hit. Ask %(whom)s for %(card)s: %(whom)s can do little with the "
            "turn."
        )
        return Hint(move % said, tuple(why_sentences(fact, names, now=True)))
    if fact["chance"] == 1:
        move = _("Ask %(whom)s for %(card)s. This ask is certain to hit.")
    else:
        move = _("Ask %(whom)s for %(card)s. The chance of a hit is %(chance)s.")
    reasons = why_sentences(fact, names, now=True)
    if "prize" in fact:
        reasons.append(_worth_more(rules, fact["prize"], names))
    elif "worth" in fact:
        reasons.append(_prize(rules, fact))
    return Hint(move % said, tuple(reasons))


def _worth_more(rules: Rules, prize: Facts, names: Names) -> str:
    """A sentence that says why the ask is worth more than a likelier ask."""
    said = {
        "whom": names[prize["of"]], "card": the_card(prize["card"]),
        "chance": chance_text(prize["chance"], prize),
        "set": set_text(rules, prize["set"]), "than": set_text(rules, prize["than"]),
    }  # fmt: skip
    fuller = _(
        "Asking %(whom)s for %(card)s is more likely to hit (%(chance)s), but your team "
        "probably holds more cards of %(set)s than of %(than)s."
    )
    last = _(
        "Asking %(whom)s for %(card)s is more likely to hit (%(chance)s), but the suggested "
        "ask can take the other team’s last card of %(set)s."
    )
    return (fuller if prize["worth"] == "fuller" else last) % said


def _prize(rules: Rules, fact: Facts) -> str:
    fullest = _(
        "Your team probably holds more cards of %(set)s than of any other set in which you can ask."
    )
    last = _("The suggested ask can take the other team’s last card of %(set)s.")
    said = {"set": set_text(rules, fact["set"])}
    return (fullest if fact["worth"] == "fullest" else last) % said


def _claim(rules: Rules, fact: Facts, names: Names, you: int) -> Hint:
    said = {"set": set_text(rules, fact["set"]), "chance": chance_text(fact["chance"], fact)}
    holders: dict[int, list[str]] = {}
    for card, seat in fact["holders"].items():
        holders.setdefault(seat, []).append(card)
    reasons = [
        _("You hold %(cards)s.") % {"cards": the_cards(cards, _("and"))}
        if seat == you
        else _("Place %(cards)s with %(who)s.")
        % {"who": names[seat], "cards": the_cards(cards, _("and"))}
        for seat, cards in holders.items()
    ]
    for why in fact["why"]:
        reasons += (each for each in why_sentences(why, names, now=True) if each not in reasons)
    if fact["chance"] == 1:
        return Hint(_("Claim %(set)s. You can know who holds each card.") % said, tuple(reasons))
    move = _("Claim %(set)s. This claim is a guess with a chance of %(chance)s.")
    return Hint(move % said, tuple(reasons))


def _pass(fact: Facts, names: Names) -> Hint:
    said = {"whom": names[fact["to"]], "count": fact["could_take"]}
    move = _("Pass the turn to %(whom)s.") % said
    if fact["could_take"]:
        reason = ngettext(
            "%(whom)s can take a card for certain.",
            "%(whom)s can take %(count)d cards for certain.",
            fact["could_take"],
        )
        return Hint(move, (reason % said,))
    if fact.get("alone"):
        known = _(
            "You can know who holds a card that %(whom)s can ask for, but perhaps %(whom)s can’t "
            "know this."
        )
        return Hint(move, (known % said,))
    if not fact["chance"]:
        return Hint(move, ())
    said["chance"] = chance_text(fact["chance"], fact)
    best = _("As far as you can know, %(whom)s’s best ask has a chance of %(chance)s.")
    return Hint(move, (best % said,))
