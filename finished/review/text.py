"""The review of a move in words: the mover's knowledge, a better move, and what the others
learned.
"""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review.asks_text import (
    ask_instead,
    better_ask,
    could_claim,
    known_of_ask,
    told_by_ask,
)
from finished.review.wording import Names, Words, any_of, by_holder, chance_text
from literature.judge.findings import (
    AskFinding,
    ClaimFinding,
    PassFinding,
    Receiver,
    ReviewedMove,
)
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Claimed, Event, Passed
from literature.rules.options import Rules


class MoveReview(NamedTuple):
    """The review of a move: the verdict (empty for a move that is not judged), its label and its
    meaning, and sentences.

    - ``known``: the mover's knowledge, such as the chance of the move.
    - ``better``: a better move.
    - ``told``: the conclusions that everybody can draw.
    """

    verdict: str
    label: str
    meaning: str
    known: list[str]
    better: list[str]
    told: list[str]

    @property
    def sentences(self) -> list[str]:
        """All sentences."""
        return [*self.known, *self.better, *self.told]


def verdict_words() -> dict[str, tuple[str, str]]:
    """Each verdict in one or two words, and its meaning."""
    return {
        "best": (_("Best"), _("No move was better, as far as the player could know.")),
        "good": (_("Good"), _("Another move was better, but this move was no mistake.")),
        "lucky": (_("Lucky"), _("The move succeeded, but another move was much better.")),
        "wasted": (_("Wasted"), _("The move could not succeed, and the player could know that.")),
        "gave_away": (
            _("Gave away"),
            _("The move failed or gave up the turn, and another move was much better."),
        ),
    }


def review_of(rules: Rules, event: Event, move: ReviewedMove, names: Names) -> MoveReview:
    """The review of a move."""
    words, verdict = Words(DECKS[rules.deck], names), move.finding.verdict
    known, better, told = list[str](), list[str](), list[str]()
    match event, move.finding:
        case Asked() as ask, AskFinding() as finding:
            known = known_of_ask(finding, ask.seat, words)
            better = better_ask(ask, finding, words)
            told = told_by_ask(rules, ask, move.told, words) if move.told else []
        case Claimed() as claim, ClaimFinding() as finding:
            known = _known_of_claim(claim, finding, words)
            if finding.last_cards:
                last = _("These are the last cards of %(who)s, who can’t ask any more.")
                known.append(words.say(last, who=claim.seat))
            better = _better_claim(claim, finding, words)
        case Passed(), PassFinding() as finding:
            known, better = _of_pass(event.seat, finding, words)
    label, meaning = verdict_words().get(verdict or "", ("", ""))
    return MoveReview(verdict or "", label, meaning, known, better, told)


def _known_of_claim(event: Claimed, finding: ClaimFinding, words: Words) -> list[str]:
    who, about = event.seat, finding.about
    if finding.chance == 1:
        certain = _("%(who)s can know who holds each card of the set, so the claim is certain.")
        return [words.say(certain, who=who)]
    is_wrong = finding.chance == 0
    gamble = _("The claim is a gamble: from what %(who)s can know, its chance is %(chance)s.")
    wrong = _("%(who)s can know that this claim is wrong.")
    first = wrong if is_wrong else gamble
    sentences = [words.say(first, who=who, chance=finding.chance, about=about)]
    impossible = _("%(who)s can’t hold %(card)s.")
    unsure = _("The chance that %(who)s holds %(card)s is %(chance)s.")
    doubts = [each for each in finding.doubt if not is_wrong or each[2] == 0]
    for card, seat, chance in doubts:
        doubt = unsure if chance else impossible
        sentences.append(words.say(doubt, who=seat, card=card, chance=chance, about=about))
    if is_wrong and not doubts:
        sentences.append(
            _("Each card can be with its named holder, but not all cards at the same time.")
        )
    if not finding.forced:
        sentences.append(words.say(_("%(who)s does not have to claim."), who=who))
    elif not finding.better_claim or finding.better_claim.chance != 1:
        no_ask = _("%(who)s has no ask that can hit.")
        no_target = _("The other team has no cards, so %(who)s has to claim.")
        sentences.append(words.say(no_target if finding.endgame else no_ask, who=who))
    return sentences


def _better_claim(event: Claimed, finding: ClaimFinding, words: Words) -> list[str]:
    """Sentences about a likelier claim of the same set, and about one of another set."""
    sentences, named, about = list[str](), dict(event.holders), finding.about
    better, other = finding.better_claim, finding.other_claim
    if better and better.chance == 1:
        elsewhere = by_holder((card, seat) for card, seat in better.holders if named[card] != seat)
        sure = _("It is certain that %(who)s holds %(cards)s.")
        sentences += (words.say(sure, who=seat, cards=cards) for seat, cards in elsewhere.items())
    elif better:
        holders = dict(better.holders)
        for card, here, there in finding.chances:
            chance, less = chance_text(here, about=about), chance_text(there, about=about)
            likelier = _(
                "%(who)s is more likely to hold %(card)s (%(chance)s) than %(whom)s (%(less)s)."
            )
            if chance == less or here < there:
                # The chances of this card do not favor this seat. The whole claim is likelier.
                likelier = _("The best claim of this set names %(who)s as the holder of %(card)s.")
            who, whom = holders[card], named[card]
            sentences.append(
                words.say(likelier, who=who, whom=whom, card=card, chance=chance, less=less)
            )
        whole = _("The best claim of this set has a chance of %(chance)s.")
        sentences.append(words.say(whole, chance=better.chance, about=about))
    if other:
        certain = _("A claim of %(set)s is certain to be right.")
        likelier = _("A claim of %(set)s is more likely to be right, with a chance of %(chance)s.")
        sentence = certain if other.chance == 1 else likelier
        sentences.append(words.say(sentence, set=other.set, chance=other.chance, about=about))
    return sentences


def _of_pass(who: int, finding: PassFinding, words: Words) -> tuple[list[str], list[str]]:
    """The sentences of ``known`` and of ``better`` for a pass."""
    if finding.only:
        return [_("Nobody else can get the turn.")], []
    if finding.to_opponents:
        return [_("Only the other team has cards, so the turn has to go to an opponent.")], []
    if finding.choices:
        sentence = _("Only claims are left, and %(who)s can pass the turn to %(whom)s.")
        if len(finding.choices) == 1:
            sentence = _("Only claims are left, and %(who)s can pass the turn only to %(whom)s.")
        choices = any_of([words.names[seat] for seat in finding.choices])
        known = [words.say(sentence, who=who, whom=choices)]
        return known, could_claim(finding.could_claim, who, words)
    made, better = finding.receiver, finding.better_pass
    assert made
    known = [could_do(made, who, words)]
    if finding.better_ask:
        return known, ask_instead(finding.better_ask, words)
    if better:
        instead = words.say(_("It is better to pass the turn to %(whom)s."), whom=better.to)
        return known, [instead, could_do(better, who, words)]
    if finding.own is not None:
        best = _("%(who)s’s best ask has a chance of %(chance)s.")
        sentence = best if finding.own else _("%(who)s has no ask that can hit.")
        known.append(words.say(sentence, who=who, chance=finding.own, about=made.about))
    return known, []


def could_do(receiver: Receiver, viewer: int, words: Words) -> str:
    """A sentence about what a player can do with the turn, as far as the ``viewer`` can foresee."""
    if receiver.could_take:
        sentence = ngettext(
            "%(who)s can take a card for certain.",
            "%(who)s can take %(count)d cards for certain.",
            receiver.could_take,
        )
    elif receiver.alone:
        sentence = _(
            "%(viewer_first)s can know who holds a card that %(who)s can ask for, but perhaps "
            "%(who)s can’t know this."
        )
    elif not receiver.chance:
        sentence = _("As far as %(viewer)s can know, no ask of %(who)s can hit.")
    else:
        sentence = _(
            "As far as %(viewer)s can know, the best ask of %(who)s has a chance of %(chance)s."
        )
    return words.say(
        sentence, who=receiver.to, viewer=words.whom(viewer), viewer_first=words.who(viewer),
        count=receiver.could_take, chance=receiver.chance, about=receiver.about,
    )  # fmt: skip
