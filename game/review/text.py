"""The review of a move in words: the mover's knowledge, a better move, and what the others
learned.
"""

from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.review.asks_text import (
    ask_instead,
    better_ask,
    could_claim,
    known_of_ask,
    set_text,
    told_by_ask,
)
from game.review.chances_text import chance_text
from game.review.ruled_out_text import Facts, Names, the_card, the_cards
from literature.rules.cards import parse_card
from literature.rules.moves import Asked, Claimed, Event, Passed
from literature.rules.options import Rules


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of a move: the code and the label of the verdict, and sentences.

    - ``known``: the mover's knowledge, such as the chance of the move.
    - ``better``: a better move.
    - ``told``: the conclusions that everybody can draw.
    """

    number: int
    verdict: str
    label: str
    known: tuple[str, ...]
    better: tuple[str, ...]
    told: tuple[str, ...]

    @property
    def sentences(self) -> list[str]:
        """All sentences."""
        return [*self.known, *self.better, *self.told]


def verdict_label(verdict: str | None) -> str:
    """A verdict in one or two words; empty for a move that is not judged."""
    labels = {
        "best": _("Best"), "good": _("Good"), "lucky": _("Lucky"),
        "wasted": _("Wasted"), "gave_away": _("Gave away"),
    }  # fmt: skip
    return labels.get(verdict or "", "")


def verdict_meaning(verdict: str) -> str:
    """A sentence that explains a verdict."""
    return {
        "best": _("No move was better, as far as the player could know."),
        "good": _("Another move was better, but this move was no mistake."),
        "lucky": _("The move succeeded, but another move was much better."),
        "wasted": _("The move could not succeed, and the player could know that."),
        "gave_away": _("The move failed or gave up the turn, and another move was much better."),
    }[verdict]


def review_of(rules: Rules, event: Event, fact: Facts, names: Names) -> MoveReview:
    """The review of a move, made from its facts."""
    known: list[str] = []
    better: list[str] = []
    told: list[str] = []
    if isinstance(event, Asked):
        known = known_of_ask(rules, event, fact, names)
        better = better_ask(rules, event, fact, names)
        told = told_by_ask(rules, event, fact["told"], names)
    elif isinstance(event, Claimed):
        known = _known_of_claim(event, fact, names)
        better = _better_claim(rules, event, fact, names)
    else:
        known, better = _of_pass(rules, event, fact, names)
    verdict = fact["verdict"]
    return MoveReview(
        event.number, verdict or "", verdict_label(verdict), tuple(known), tuple(better),
        tuple(told),
    )  # fmt: skip


def _known_of_claim(event: Claimed, fact: Facts, names: Names) -> list[str]:
    said = {"who": names[event.seat], "chance": chance_text(fact["chance"], fact)}
    if fact["chance"] == 1:
        sentence = _("%(who)s could know who held each card of the set, so the claim was certain.")
        return [sentence % said]
    if fact["chance"] == 0:
        sentences = [_("%(who)s could know that this claim was wrong.") % said]
    else:
        gamble = _(
            "The claim was a gamble: from what %(who)s could know, its chance was %(chance)s."
        )
        sentences = [gamble % said]
    is_wrong = fact["chance"] == 0
    doubts = [each for each in fact.get("doubt", ()) if not is_wrong or each["chance"] == 0]
    sentences += [_doubt(each, fact, names) for each in doubts]
    if is_wrong and not doubts:
        sentences.append(
            _("Each card could be with its named holder, but not all cards at the same time.")
        )
    if not fact.get("forced", True):
        sentences.append(_("%(who)s did not have to claim.") % said)
    elif fact.get("better_claim", {}).get("chance") != 1:
        sentences.append(
            _("The other team had no cards, so %(who)s had to claim.") % said
            if fact.get("endgame")
            else _("%(who)s had no ask that could hit.") % said
        )
    return sentences


def _doubt(doubt: Facts, fact: Facts, names: Names) -> str:
    said = {
        "card": the_card(doubt["card"]),
        "who": names[doubt["seat"]],
        "chance": chance_text(doubt["chance"], fact),
    }
    if doubt["chance"] == 0:
        return _("%(who)s couldn’t hold %(card)s.") % said
    return _("The chance that %(who)s held %(card)s was %(chance)s.") % said


def _better_claim(rules: Rules, event: Claimed, fact: Facts, names: Names) -> list[str]:
    sentences = []
    if "better_claim" in fact:
        sentences += _likelier_holders(event, fact, names)
    if "other_claim" in fact:
        claim = fact["other_claim"]
        said = {"set": set_text(rules, claim["set"]), "chance": chance_text(claim["chance"], fact)}
        if claim["chance"] == 1:
            sentences.append(_("A claim of %(set)s was certain to be right.") % said)
        else:
            likelier = _(
                "A claim of %(set)s was more likely to be right, with a chance of %(chance)s."
            )
            sentences.append(likelier % said)
    return sentences


def _likelier_holders(event: Claimed, fact: Facts, names: Names) -> list[str]:
    """Sentences about a likelier claim of the same set."""
    claim = fact["better_claim"]
    named, holders = dict(event.holders), dict[int, list[str]]()
    for card, seat in claim["holders"].items():
        if named[parse_card(card)] != seat:
            holders.setdefault(seat, []).append(card)
    if claim["chance"] == 1:
        return [
            _("It was certain that %(who)s held %(cards)s.")
            % {"who": names[seat], "cards": the_cards(cards, _("and"))}
            for seat, cards in holders.items()
        ]
    sentences = [
        _likelier(card, seat, named[parse_card(card)], fact, names)
        for seat, cards in holders.items()
        for card in cards
    ]
    said = {"chance": chance_text(claim["chance"], fact)}
    return [*sentences, _("The best claim of this set had a chance of %(chance)s.") % said]


def _likelier(card: str, seat: int, named: int, fact: Facts, names: Names) -> str:
    """A sentence about the holder of a card in the best claim of the set."""
    chances = fact["better_claim"]["chances"][card]
    said = {
        "card": the_card(card), "who": names[seat], "named": names[named],
        "chance": chance_text(chances[0], fact), "less": chance_text(chances[1], fact),
    }  # fmt: skip
    if said["chance"] == said["less"] or chances[0] < chances[1]:
        # The chances of this card, as shown, do not favor this seat. The whole claim is likelier.
        return _("The best claim of this set named %(who)s as the holder of %(card)s.") % said
    sentence = _("%(who)s was more likely to hold %(card)s (%(chance)s) than %(named)s (%(less)s).")
    return sentence % said


def _of_pass(rules: Rules, event: Passed, fact: Facts, names: Names) -> tuple[list[str], list[str]]:
    """The sentences of ``known`` and of ``better`` for a pass."""
    if fact.get("only"):
        return [_("Nobody else could get the turn.")], []
    if fact.get("to_opponents"):
        return [_("Only the other team had cards, so the turn had to go to an opponent.")], []
    if fact.get("endgame"):
        return [_choices(event, fact, names)], could_claim(rules, event, fact, names)
    known = [could_do(names[event.to], fact, names[event.seat])]
    if "better_ask" in fact:
        return known, ask_instead(fact["better_ask"], names)
    if "better_pass" in fact:
        better = fact["better_pass"]
        to = {"whom": names[better["to"]]}
        said = could_do(to["whom"], better, names[event.seat])
        return known, [_("It would have been better to pass the turn to %(whom)s.") % to, said]
    if "own" in fact:
        own = {"who": names[event.seat], "chance": chance_text(fact["own"], fact)}
        sentence = _("%(who)s’s best ask had a chance of %(chance)s.")
        known.append((sentence if fact["own"] else _("%(who)s had no ask that could hit.")) % own)
    return known, []


def _choices(event: Passed, fact: Facts, names: Names) -> str:
    """A sentence about the possible receivers of a pass in the endgame."""
    choices = get_text_list([names[seat] for seat in fact["choices"]], _("or"))
    said = {"who": names[event.seat], "choices": choices}
    if len(fact["choices"]) == 1:
        sentence = _("Only claims were left, and %(who)s could pass the turn only to %(choices)s.")
    else:
        sentence = _("Only claims were left, and %(who)s could pass the turn to %(choices)s.")
    return sentence % said


def could_do(who: str, outlook: Facts, viewer: str) -> str:
    """A sentence about what a player could do with the turn, as far as the ``viewer`` could
    foresee.
    """
    said = {"who": who, "viewer": viewer, "count": outlook["could_take"]}
    if outlook["could_take"]:
        sentence = ngettext(
            "%(who)s could take a card for certain.",
            "%(who)s could take %(count)d cards for certain.",
            outlook["could_take"],
        )
    elif outlook.get("alone"):
        sentence = _(
            "%(viewer)s could know who held a card that %(who)s could ask for, but perhaps %(who)s "
            "could not know this."
        )
    elif not outlook["chance"]:
        sentence = _("As far as %(viewer)s could know, no ask of %(who)s could hit.")
    else:
        said["chance"] = chance_text(outlook["chance"], outlook)
        sentence = _(
            "As far as %(viewer)s could know, the best ask of %(who)s had a chance of %(chance)s."
        )
    return sentence % said
