"""Sentences about an ask in a review or a hint, and about a better ask than the move that was
made.
"""

from django.utils.translation import gettext as _

from finished.review.chances_text import same_card_sentences, why_sentences, why_uneven
from finished.review.wording import Words, by_holder, chance_text
from game.presentation.lessons import ask_sentence
from game.presentation.move_text import article_card
from literature.judge.findings import (
    FULLER,
    FULLEST,
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
    said = ask_words(why, words) | {"who": words.names[who]}
    if why.chance == 1:
        first = _("%(who)s can know for certain that %(whom)s holds %(card)s.")
    elif why.chance == 0:
        first = _("%(who)s can know that %(whom)s doesn’t hold %(card)s.")
    else:
        first = _("From what %(who)s can know, the chance of a hit is %(chance)s.")
    sentences = [first % said, *why_sentences(why, words)]
    if finding.prize and finding.likelier:
        sentences.append(worth_more(finding.prize, why, finding.likelier, who, words))
    if finding.nothing_to_hit:
        sentences.append(_("%(who)s has no ask that can hit.") % said)
    return sentences


def better_ask(event: Asked, finding: AskFinding, words: Words) -> list[str]:
    """Sentences about a move that would have been better than the ask."""
    made, better = finding.why, finding.better
    sentences = [] if event.hit else could_claim(finding.could_claim, event.seat, words)
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
        sentences.append(sentence % {"why": worth_text(finding.worth, better, event.seat, words)})
    sentences += reasons
    if finding.prize:
        said = {
            "who": words.names[event.seat],
            "why": worth_text(finding.prize, made, event.seat, words),
        }
        sentences.append(_("But %(who)s’s ask is good, too: %(why)s.") % said)
    return sentences


def _more_cards(made: Holding, better: Holding, words: Words) -> list[str]:
    """A sentence that compares the unknown cards of two targets for the same card, if this explains
    most of the difference between their chances.
    """
    count, less = better.share[0], made.share[0]
    difference = better.chance - made.chance
    if not 0 < less < count or abs(better.chance * less / count - made.chance) > difference / 2:
        return []
    said = {
        "whom": words.names[better.of], "count": count, "other": words.names[made.of], "less": less,
    }  # fmt: skip
    return [_("%(whom)s has %(count)d unknown cards, and %(other)s has %(less)d.") % said]


def worth_more(worth: Worth, best: Holding, likelier: Holding, who: int, words: Words) -> str:
    """A sentence that says why an ask is worth more than a likelier ask."""
    said = ask_words(likelier, words) | {"why": worth_text(worth, best, who, words)}
    return _("Asking %(whom)s for %(card)s is more likely to hit (%(chance)s), but %(why)s.") % said


def worth_text(worth: Worth, ask: Holding, who: int, words: Words) -> str:
    """The reason why an ask is worth much, as part of a sentence."""
    said = {
        "team": words.team(who), "card": article_card(ask.card),
        "set": words.set_named(worth.set),
    }  # fmt: skip
    if worth.why == FULLER:
        said["than"] = words.set_named(worth.than)
        return _("%(team)s probably holds more cards of %(set)s than of %(than)s") % said
    if worth.why == FULLEST:
        fullest = _("%(team)s probably holds more cards of %(set)s than of any other set to ask in")
        return fullest % said
    return _("the ask for %(card)s can take the other team’s last card of %(set)s") % said


def told_by_ask(rules: Rules, event: Asked, told: Told, words: Words) -> list[str]:
    """Sentences about the conclusions that everybody can draw from an ask."""
    sentences = []
    if told.begins:
        sentences.append(ask_sentence(rules, event, words.names[event.seat]))
    for seat, cards in by_holder(told.sure).items():
        said = {"who": words.names[seat], "cards": cards}
        sentences.append(_("From now on everybody can know that %(who)s holds %(cards)s.") % said)
    return sentences


def ask_instead(why: Holding, words: Words) -> list[str]:
    """Sentences about a better ask than the move that was made, with the reasons."""
    certain = _("Asking %(whom)s for %(card)s is better: it is certain to hit.")
    likely = _("Asking %(whom)s for %(card)s is better: its chance is %(chance)s.")
    first = certain if why.chance == 1 else likely
    return [first % ask_words(why, words), *why_sentences(why, words)]


def could_claim(claim: NamedClaim | None, who: int, words: Words) -> list[str]:
    """A sentence about the claim that a player could have made without risk before a move, if there
    was one.
    """
    if not claim:
        return []
    said = {"who": words.names[who], "set": words.set_named(claim.set)}
    return [_("%(who)s can claim %(set)s without risk instead of this move.") % said]


def ask_words(why: Holding, words: Words) -> dict[str, str]:
    """The target, the card and the chance of an ask."""
    return {
        "whom": words.names[why.of], "card": article_card(why.card),
        "chance": chance_text(why.chance, about=why.about),
    }  # fmt: skip
