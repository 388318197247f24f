"""Sentences about an ask in a review or a hint, and about a better ask than the move that was
made.
"""

from typing import Any

from django.utils.translation import gettext as _

from finished.review.chances_text import same_card_sentences, why_sentences, why_uneven
from finished.review.wording import Words, by_holder
from game.presentation.lessons import ask_sentence
from literature.judge.findings import (
    FULLER,
    FULLEST,
    LAST,
    AskFinding,
    Holding,
    NamedClaim,
    Told,
    Worth,
)
from literature.rules.moves import Asked
from literature.rules.options import Rules

#: If two chances differ by less than this, the sentences call them about equal.
LITTLE = 0.02


def known_of_ask(finding: AskFinding, who: int, words: Words) -> list[str]:
    """Sentences about the chance of an ask and its reasons."""
    why = finding.why
    if why.chance == 1:
        first = _("%(who)s can know for certain that %(whom)s holds %(card)s.")
    elif why.chance == 0:
        first = _("%(who)s can know that %(whom)s doesn’t hold %(card)s.")
    else:
        first = _("From what %(who)s can know, the chance of a hit is %(chance)s.")
    sentences = [words.say(first, who=who, **ask_values(why)), *why_sentences(why, words)]
    if finding.prize and finding.likelier:
        sentences.append(worth_more(finding.prize, why, finding.likelier, who, words))
    if finding.nothing_to_hit:
        sentences.append(words.say(_("%(who)s has no ask that can hit."), who=who))
    return sentences


def better_ask(event: Asked, finding: AskFinding, words: Words) -> list[str]:
    """Sentences about a move that would have been better than the ask."""
    made, better, who = finding.why, finding.better, event.seat
    sentences = [] if event.hit else could_claim(finding.could_claim, who, words)
    if not better:
        return sentences
    instead, *reasons = ask_instead(better, words)
    if better.card == made.card and better.chance < 1:
        reasons = (
            same_card_sentences(better, words)
            or _more_cards(made, better, words)
            or why_uneven(better, words, explained=False)
        )
    elif better.card == made.card and getattr(made.never, "why", None):
        reasons = []  # The sentences about the ask have the reason why the card is elsewhere.
    sentences.append(instead)
    if better.chance <= made.chance + LITTLE and finding.worth:
        less = _("That ask is less likely to hit, but worth more: %(why)s.")
        equal = _("That ask is about as likely to hit, but worth more: %(why)s.")
        sentence = less if better.chance < made.chance - LITTLE else equal
        sentences.append(sentence % {"why": worth_text(finding.worth, better, who, words)})
    sentences += reasons
    if finding.prize:
        good = _("But %(who)s’s ask is good, too: %(why)s.")
        why = worth_text(finding.prize, made, who, words)
        sentences.append(words.say(good, who=who, why=why))
    return sentences


def _more_cards(made: Holding, better: Holding, words: Words) -> list[str]:
    """A sentence that compares the unknown cards of two targets for the same card, if this explains
    most of the difference between their chances.
    """
    count, less = better.share[0], made.share[0]
    difference = better.chance - made.chance
    if not 0 < less < count or abs(better.chance * less / count - made.chance) > difference / 2:
        return []
    sentence = _("%(whom)s has %(count)d unknown cards, and %(who)s has %(fewer)d.")
    return [words.say(sentence, whom=better.of, count=count, who=made.of, fewer=less)]


def worth_more(worth: Worth, best: Holding, likelier: Holding, who: int, words: Words) -> str:
    """A sentence that says why an ask is worth more than a likelier ask."""
    sentence = _("Asking %(whom)s for %(card)s is more likely to hit (%(chance)s), but %(why)s.")
    why = worth_text(worth, best, who, words)
    return words.say(sentence, why=why, **ask_values(likelier))


def worth_text(worth: Worth, ask: Holding, who: int, words: Words) -> str:
    """The reason why an ask is worth much, as part of a sentence."""
    reason = {
        FULLER: _("%(team)s probably holds more cards of %(set)s than of %(than)s"),
        FULLEST: _("%(team)s probably holds more cards of %(set)s than of any other set to ask in"),
        LAST: _("the ask for %(card)s can take the other team’s last card of %(set)s"),
    }[worth.why]
    than = worth.than or worth.set
    return words.say(reason, team=words.team(who), card=ask.card, set=worth.set, than=than)


def told_by_ask(rules: Rules, event: Asked, told: Told, words: Words) -> list[str]:
    """Sentences about the conclusions that everybody can draw from an ask."""
    begins = [ask_sentence(rules, event, words.names[event.seat])] if told.begins else []
    sentence = _("From now on everybody can know that %(who)s holds %(cards)s.")
    shown = by_holder(told.sure).items()
    return begins + [words.say(sentence, who=seat, cards=cards) for seat, cards in shown]


def ask_instead(why: Holding, words: Words) -> list[str]:
    """Sentences about a better ask than the move that was made, with the reasons."""
    certain = _("Asking %(whom)s for %(card)s is better: it is certain to hit.")
    likely = _("Asking %(whom)s for %(card)s is better: its chance is %(chance)s.")
    first = words.say(certain if why.chance == 1 else likely, **ask_values(why))
    return [first, *why_sentences(why, words)]


def could_claim(claim: NamedClaim | None, who: int, words: Words) -> list[str]:
    """A sentence about the claim that a player could have made without risk before a move, if there
    was one.
    """
    sentence = _("%(who)s can claim %(set)s without risk instead of this move.")
    return [words.say(sentence, who=who, set=claim.set)] if claim else []


def ask_values(why: Holding) -> dict[str, Any]:
    """The target, the card and the chance of an ask, for ``Words.say``."""
    return {"whom": why.of, "card": why.card, "chance": why.chance, "about": why.about}
