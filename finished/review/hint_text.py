"""The hint for a player's next move, in words. ``literature/judge/advice.py`` finds the move."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from finished.review.asks_text import ask_values, worth_more, worth_text
from finished.review.chances_text import why_sentences
from finished.review.text import could_do
from finished.review.wording import Names, Words, by_holder
from literature.judge import findings
from literature.judge.findings import AskHint, ClaimHint, Receiver
from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.options import Rules


class Hint(NamedTuple):
    """A hint: the move, and the reasons for it.

    ``question`` asks whether to make the move; ``kind`` and ``fields`` are those of its form. They
    are empty if there is nothing to do.
    """

    move: str
    reasons: list[str]
    question: str = ""
    kind: str = ""
    fields: Mapping[str, str | int] = {}


def hint_text(rules: Rules, hint: findings.Hint, names: Names, you: int) -> Hint:
    """The hint for the player at seat ``you``."""
    words = Words(DECKS[rules.deck], names, you)
    match hint:
        case AskHint():
            return _ask(hint, words, you)
        case ClaimHint():
            return _claim(hint, words, you)
        case Receiver(to, chance):
            reasons = [could_do(hint, you, words)] if chance else []
            question = words.say(_("Pass the turn to %(whom)s?"), whom=to)
            move = words.say(_("Pass the turn to %(whom)s."), whom=to)
            return Hint(move, reasons, question, "pass", {"to": to})
    return Hint(_("You can do nothing now. Look here again when it is your turn."), [])


def _ask(hint: AskHint, words: Words, you: int) -> Hint:
    why = hint.why
    reasons = why_sentences(why, words)
    if hint.in_vain:
        move = _(
            "None of your asks can hit. Ask %(whom)s for %(card)s: %(whom)s can do little with the "
            "turn."
        )
    elif why.chance == 1:
        move = _("Ask %(whom)s for %(card)s. This ask is certain to hit.")
    else:
        move = _("Ask %(whom)s for %(card)s. The chance of a hit is %(chance)s.")
    if hint.worth and hint.likelier:
        reasons.append(worth_more(hint.worth, why, hint.likelier, you, words))
    elif hint.worth:
        worth = worth_text(hint.worth, why, you, words)
        reasons.append(_("%(why)s.") % {"why": worth[0].upper() + worth[1:]})
    values = ask_values(why)
    question = words.say(_("Ask %(whom)s for %(card)s?"), **values)
    move = words.say(move, **values)
    return Hint(move, reasons, question, "ask", {"of": why.of, "card": card_text(why.card)})


def _claim(hint: ClaimHint, words: Words, you: int) -> Hint:
    claim = hint.claim
    mine, others = _("You hold %(cards)s."), _("Place %(cards)s with %(who)s.")
    reasons = [
        words.say(mine if seat == you else others, who=seat, cards=cards)
        for seat, cards in by_holder(claim.holders).items()
    ]
    question = " ".join([words.say(_("Claim %(set)s?"), set=claim.set), *reasons])
    fields = {"set": claim.set} | {f"holder-{card_text(card)}": of for card, of in claim.holders}
    for why in hint.why:
        reasons += (each for each in why_sentences(why, words) if each not in reasons)
    if hint.last_cards:
        reasons.insert(0, _("These are your last cards. After this claim you can’t ask any more."))
    if claim.chance == 1:
        move = _("Claim %(set)s. You can know who holds each card.")
    else:
        move = _("Claim %(set)s. This claim is a guess with a chance of %(chance)s.")
    move = words.say(move, set=claim.set, chance=claim.chance, about=hint.about)
    return Hint(move, reasons, question, "claim", fields)
