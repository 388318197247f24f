"""The review of a move in words: the mover's knowledge, a better move, and what the others
learned.
"""

from collections.abc import Mapping
from dataclasses import dataclass

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
from game.presentation.move_text import article_card
from literature.judge.findings import (
    AskFinding,
    ClaimFinding,
    NamedClaim,
    PassFinding,
    Receiver,
    ReviewedMove,
)
from literature.rules.decks import DECKS
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


def review_of(rules: Rules, event: Event, move: ReviewedMove, names: Names) -> MoveReview:
    """The review of a move."""
    words, finding = Words(DECKS[rules.deck], names), move.finding
    known: list[str] = []
    better: list[str] = []
    if isinstance(event, Asked) and isinstance(finding, AskFinding):
        known = known_of_ask(finding, event.seat, words)
        better = better_ask(event, finding, words)
    elif isinstance(event, Claimed) and isinstance(finding, ClaimFinding):
        known = _known_of_claim(event, finding, words)
        better = _better_claim(event, finding, words)
    elif isinstance(event, Passed) and isinstance(finding, PassFinding):
        known, better = _of_pass(event, finding, words)
    told: list[str] = []
    if isinstance(event, Asked) and move.told:
        told = told_by_ask(rules, event, move.told, words)
    return MoveReview(
        event.number, finding.verdict or "", verdict_label(finding.verdict), tuple(known),
        tuple(better), tuple(told),
    )  # fmt: skip


def _known_of_claim(event: Claimed, finding: ClaimFinding, words: Words) -> list[str]:
    who = {"who": words.names[event.seat]}
    if finding.chance == 1:
        certain = _("%(who)s can know who holds each card of the set, so the claim is certain.")
        return [certain % who]
    is_wrong = finding.chance == 0
    if is_wrong:
        sentences = [_("%(who)s can know that this claim is wrong.") % who]
    else:
        gamble = _("The claim is a gamble: from what %(who)s can know, its chance is %(chance)s.")
        said = {"chance": chance_text(finding.chance, about=finding.about)}
        sentences = [gamble % (who | said)]
    doubts = [each for each in finding.doubt if not is_wrong or each[2] == 0]
    for card, seat, chance in doubts:
        said = {
            "who": words.names[seat], "card": article_card(card),
            "chance": chance_text(chance, about=finding.about),
        }  # fmt: skip
        impossible = _("%(who)s can’t hold %(card)s.")
        unsure = _("The chance that %(who)s holds %(card)s is %(chance)s.")
        sentences.append((unsure if chance else impossible) % said)
    if is_wrong and not doubts:
        sentences.append(
            _("Each card can be with its named holder, but not all cards at the same time.")
        )
    if not finding.forced:
        sentences.append(_("%(who)s does not have to claim.") % who)
    elif not finding.better_claim or finding.better_claim.chance != 1:
        sentences.append(
            _("The other team has no cards, so %(who)s has to claim.") % who
            if finding.endgame
            else _("%(who)s has no ask that can hit.") % who
        )
    return sentences


def _better_claim(event: Claimed, finding: ClaimFinding, words: Words) -> list[str]:
    sentences: list[str] = []
    better, other, named = finding.better_claim, finding.other_claim, dict(event.holders)
    if better and better.chance == 1:
        elsewhere = by_holder((card, seat) for card, seat in better.holders if named[card] != seat)
        for seat, cards in elsewhere.items():
            said = {"who": words.names[seat], "cards": cards}
            sentences.append(_("It is certain that %(who)s holds %(cards)s.") % said)
    elif better:
        sentences += _likelier_holders(better, finding, named, words)
    if other:
        said = {
            "set": words.set_named(other.set),
            "chance": chance_text(other.chance, about=finding.about),
        }
        certain = _("A claim of %(set)s is certain to be right.")
        likelier = _("A claim of %(set)s is more likely to be right, with a chance of %(chance)s.")
        sentences.append((certain if other.chance == 1 else likelier) % said)
    return sentences


def _likelier_holders(
    better: NamedClaim, finding: ClaimFinding, named: Mapping[int, int], words: Words
) -> list[str]:
    """Sentences about a likelier claim of the same set."""
    holders, sentences = dict(better.holders), []
    for card, here, there in finding.chances:
        said = {
            "card": article_card(card), "who": words.names[holders[card]],
            "named": words.names[named[card]], "chance": chance_text(here, about=finding.about),
            "less": chance_text(there, about=finding.about),
        }  # fmt: skip
        likelier = _(
            "%(who)s is more likely to hold %(card)s (%(chance)s) than %(named)s (%(less)s)."
        )
        if said["chance"] == said["less"] or here < there:
            # The chances of this card do not favor this seat. The whole claim is likelier.
            likelier = _("The best claim of this set names %(who)s as the holder of %(card)s.")
        sentences.append(likelier % said)
    said = {"chance": chance_text(better.chance, about=finding.about)}
    return [*sentences, _("The best claim of this set has a chance of %(chance)s.") % said]


def _of_pass(event: Passed, finding: PassFinding, words: Words) -> tuple[list[str], list[str]]:
    """The sentences of ``known`` and of ``better`` for a pass."""
    who = {"who": words.names[event.seat]}
    if finding.only:
        return [_("Nobody else can get the turn.")], []
    if finding.to_opponents:
        return [_("Only the other team has cards, so the turn has to go to an opponent.")], []
    if finding.choices:
        choices = {"choices": any_of([words.names[seat] for seat in finding.choices])}
        sentence = _("Only claims are left, and %(who)s can pass the turn to %(choices)s.")
        if len(finding.choices) == 1:
            sentence = _("Only claims are left, and %(who)s can pass the turn only to %(choices)s.")
        return [sentence % (who | choices)], could_claim(finding.could_claim, event.seat, words)
    assert finding.receiver
    known = [could_do(finding.receiver, event.seat, words)]
    if finding.better_ask:
        return known, ask_instead(finding.better_ask, words)
    if finding.better_pass:
        whom = {"whom": words.names[finding.better_pass.to]}
        said = could_do(finding.better_pass, event.seat, words)
        return known, [_("It is better to pass the turn to %(whom)s.") % whom, said]
    if finding.own:
        chance = {"chance": chance_text(finding.own, about=finding.receiver.about)}
        known.append(_("%(who)s’s best ask has a chance of %(chance)s.") % (who | chance))
    elif finding.own is not None:
        known.append(_("%(who)s has no ask that can hit.") % who)
    return known, []


def could_do(receiver: Receiver, viewer: int, words: Words) -> str:
    """A sentence about what a player can do with the turn, as far as the ``viewer`` can foresee."""
    said = {
        "who": words.names[receiver.to], "viewer": words.whom(viewer),
        "viewer_first": words.who(viewer), "count": receiver.could_take,
        "chance": chance_text(receiver.chance, about=receiver.about),
    }  # fmt: skip
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
    return sentence % said
