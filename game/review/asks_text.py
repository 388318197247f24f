"""Sentences about an ask in a review, and about an ask that would have been better than the move
that was made.
"""

from django.utils.translation import gettext as _

from game.presentation.lessons import ask_sentence
from game.presentation.move_text import set_name
from game.review.chances_text import chance_text, why_uneven
from game.review.reasons_text import same_card_sentences, why_sentences
from game.review.ruled_out_text import Facts, Names, the_card, the_cards
from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Event
from literature.rules.options import Rules

#: If two chances differ by less than this, the sentences call them about equal.
LITTLE = 0.02


def set_text(rules: Rules, name: str) -> str:
    """The name of a set as people see it, from its name in the record."""
    deck = DECKS[rules.deck]
    card_set = deck.set_named(name)
    assert card_set is not None
    return set_name(deck, card_set)


def known_of_ask(rules: Rules, event: Asked, fact: Facts, names: Names) -> list[str]:
    """Sentences about the chance of an ask and its reasons."""
    said = {
        "who": names[event.seat],
        "whom": names[event.of],
        "chance": chance_text(fact["chance"], fact["why"]),
        "card": the_card(card_text(event.card)),
    }
    if fact["chance"] == 1:
        first = _("%(who)s could know for certain that %(whom)s held %(card)s.")
    elif fact["chance"] == 0:
        first = _("%(who)s could know that %(whom)s didn’t hold %(card)s.")
    else:
        first = _("From what %(who)s could know, the chance of a hit was %(chance)s.")
    sentences = [first % said, *why_sentences(fact["why"], names)]
    if "prize" in fact and "better" not in fact:
        sentences.append(_worth(rules, fact["prize"], names[event.seat], names))
    if fact.get("nothing_to_hit"):
        sentences.append(_("%(who)s had no ask that could hit.") % said)
    return sentences


def better_ask(rules: Rules, event: Asked, fact: Facts, names: Names) -> list[str]:
    """Sentences about a move that would have been better than the ask."""
    sentences = []
    if not event.hit:
        sentences += could_claim(rules, event, fact, names)
    if "better" not in fact:
        return sentences
    why = fact["better"]
    if why["chance"] < 1 and why["card"] == fact["why"]["card"]:
        said = {"whom": names[why["of"]], "chance": chance_text(why["chance"], why)}
        first = (
            _("Asking %(whom)s for the same card was better, too: its chance was %(chance)s.")
            if sentences
            else _("Asking %(whom)s for the same card was better: its chance was %(chance)s.")
        )
        sentences.append(first % said)
        reasons = same_card_sentences(why, names) or _more_cards(fact["why"], why, names)
        return sentences + (reasons or why_uneven(why, names, now=False, explained=False))
    instead = ask_instead(why, names, after_claim=bool(sentences))
    is_told = "sure" in fact["why"].get("never", {}) and why["card"] == fact["why"]["card"]
    sentences.append(instead[0])
    if why["chance"] <= fact["chance"] + LITTLE and why.get("worth"):
        sentences.append(_better_worth(rules, why, fact["chance"], names[event.seat]))
    if not is_told:
        sentences += instead[1:]
    if "prize" in fact:
        said = {"who": names[event.seat], **_two_sets(rules, fact["prize"])}
        fuller = _(
            "But %(who)s’s ask was good, too: the team probably held more cards of %(set)s than of "
            "%(than)s."
        )
        last = _(
            "But %(who)s’s ask was good, too: it could take the other team’s last card of %(set)s."
        )
        sentences.append((fuller if fact["prize"]["worth"] == "fuller" else last) % said)
    return sentences


def _two_sets(rules: Rules, why: Facts) -> dict[str, str]:
    return {"set": set_text(rules, why["set"]), "than": set_text(rules, why["than"])}


def _more_cards(made: Facts, better: Facts, names: Names) -> list[str]:
    """A sentence that compares the unknown cards of two targets for the same card, if this explains
    most of the difference between their chances.
    """
    if "share" not in made or made["share"][0] >= better["share"][0]:
        return []
    count, less = better["share"][0], made["share"][0]
    difference = better["chance"] - made["chance"]
    if abs(better["chance"] * less / count - made["chance"]) > difference / 2:
        return []
    said = {
        "whom": names[better["of"]], "count": count, "other": names[made["of"]], "less": less,
    }  # fmt: skip
    return [_("%(whom)s had %(count)d unknown cards, and %(other)s had %(less)d.") % said]


def _worth(rules: Rules, why: Facts, who: str, names: Names) -> str:
    """A sentence that says why the ask that was made is worth more than a likelier ask."""
    said = {
        "who": who, "whom": names[why["of"]], "card": the_card(why["card"]),
        "chance": chance_text(why["chance"], why), **_two_sets(rules, why),
    }  # fmt: skip
    fuller = _(
        "Asking %(whom)s for %(card)s was more likely to hit (%(chance)s), but %(who)s’s "
        "team probably held more cards of %(set)s than of %(than)s."
    )
    last = _(
        "Asking %(whom)s for %(card)s was more likely to hit (%(chance)s), but %(who)s’s ask "
        "could take the other team’s last card of %(set)s."
    )
    return (fuller if why["worth"] == "fuller" else last) % said


def _better_worth(rules: Rules, why: Facts, chance: float, who: str) -> str:
    """A sentence that says why a better ask is worth more than the ask that was made, although
    the better ask is not more likely to hit.
    """
    said = {"who": who, **_two_sets(rules, why)}

    if why["worth"] == "fuller":
        less = _(
            "That ask was less likely to hit, but worth more: %(who)s’s team probably held "
            "more cards of %(set)s than of %(than)s."
        )
        equal = _(
            "That ask was about as likely to hit, but worth more: %(who)s’s team probably held "
            "more cards of %(set)s than of %(than)s."
        )
    else:
        less = _(
            "That ask was less likely to hit, but worth more: it could take the other team’s "
            "last card of %(set)s."
        )
        equal = _(
            "That ask was about as likely to hit, but worth more: it could take the other "
            "team’s last card of %(set)s."
        )
    return (less if why["chance"] < chance - LITTLE else equal) % said


def told_by_ask(rules: Rules, event: Asked, told: Facts, names: Names) -> list[str]:
    """Sentences about the conclusions that everybody can draw from an ask."""
    who, sentences = names[event.seat], []
    if told["begins"]:
        sentences.append(ask_sentence(rules, event, who))
    holders: dict[int, list[str]] = {}
    for card, seat in told["sure"]:
        holders.setdefault(seat, []).append(card)
    for seat, cards in holders.items():
        said = {"who": names[seat], "cards": the_cards(cards, _("and"))}
        sentences.append(_("From now on everybody can know that %(who)s holds %(cards)s.") % said)
    return sentences


def ask_instead(why: Facts, names: Names, *, after_claim: bool = False) -> list[str]:
    """Sentences about a better ask than the move that was made, with the reasons.

    ``after_claim``: whether a sentence about a possible claim comes before.
    """
    said = {
        "card": the_card(why["card"]),
        "whom": names[why["of"]],
        "chance": chance_text(why["chance"], why),
    }
    if after_claim:
        certain = _("Asking %(whom)s for %(card)s was better, too: it was certain to hit.")
        likely = _("Asking %(whom)s for %(card)s was better, too: its chance was %(chance)s.")
    else:
        certain = _("Asking %(whom)s for %(card)s was better: it was certain to hit.")
        likely = _("Asking %(whom)s for %(card)s was better: its chance was %(chance)s.")
    first = certain if why["chance"] == 1 else likely
    return [first % said, *why_sentences(why, names)]


def could_claim(rules: Rules, event: Event, fact: Facts, names: Names) -> list[str]:
    """A sentence about the claim that a player could have made without risk before a move, if there
    was one.
    """
    if "could_claim" not in fact:
        return []
    said = {"who": names[event.seat], "set": set_text(rules, fact["could_claim"]["set"])}
    return [_("Before this move, %(who)s could have claimed %(set)s without risk.") % said]
