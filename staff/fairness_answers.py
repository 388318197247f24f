"""Answers questions about a game: whether its rows, its moves and its deal are right."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.records import deal_proof
from game.integrity import DAMAGE_ERRORS, problems
from game.models import Game, Hand, IntegrityCheck
from game.refusals import Refused
from literature.rules.deal import commitment, deal
from staff.read_only_lists import minute

#: A question about a game; its answer: True, False, or None if it is unknown; and the answer as a
#: sentence.
FairnessAnswer = tuple[str, bool | None, str]


def answers_about(game: Game, hands: Iterable[Hand], *, opened: bool) -> list[FairnessAnswer]:
    """Return all answers that can be given now about the fairness of a game. Only if its hands are
    open, they use its whole log.
    """
    answers = list[FairnessAnswer]()
    if opened:
        found = problems(game)
        right = _("The stored hands and results follow from the moves.")
        words = "; ".join(found) if found else right
        answers.append((_("Do the stored moves lead to the stored hands?"), not found, words))
    last = IntegrityCheck.objects.filter(game=game).first()
    said = last_check(last, opened)
    answers.append((_("What did the last check find?"), last.agrees if last else None, said))
    return [*answers, *_about_deal(game, hands)]


def last_check(last: IntegrityCheck | None, opened: bool) -> str:
    """Return a sentence about the stored integrity check. It describes the problems only if the
    hands are open, because the problems may reveal cards.
    """
    if last is None:
        return _("Not checked yet.")
    words = ngettext("%(at)s UTC, after %(n)d move", "%(at)s UTC, after %(n)d moves", last.version)
    when = {"when": words % {"at": minute(last.at), "n": last.version}}
    if last.agrees:
        return _("No problem was found on %(when)s.") % when
    said = _("A problem was found on %(when)s.") % when
    what = "; ".join(last.problems) if opened else _("Open the hands to see the problem.")
    return f"{said} {what}"


def _about_deal(game: Game, hands: Iterable[Hand]) -> Iterator[FairnessAnswer]:
    question = _("Is this the original deal?")
    if game.is_practice:
        yield question, None, _("No promise was made: the deal of a practice game is chosen.")
        return
    if not game.is_over:
        words = _(
            "The seed stays secret until the game is over. The SHA-256 of the seed is %(hash)s."
        )
        yield question, None, words % {"hash": game.commitment}
        return
    proof = deal_proof(game)
    if proof is None:
        yield question, None, _("Unknown: the record has no seed.")
        return
    asked = _("Does the seed match the commitment that was shown before the first move?")
    if game.is_imported:
        words = _(
            "Unknown: no commitment was shown here before the first move, so the author of "
            "the record could choose any seed."
        )
        yield question, None, words
        asked = _("Does the commitment in the record match its seed?")
    seed, given = proof
    try:
        same = commitment(bytes.fromhex(seed)) == given
    except DAMAGE_ERRORS:
        same = False
    no = _("No: the commitment belongs to another seed.")
    yield asked, same, _("Yes.") if same else no
    asked = _("Does this seed deal these hands?")
    try:
        dealt = deal(game.rules, bytes.fromhex(seed), game.dealer)
    except (Refused, *DAMAGE_ERRORS):
        yield asked, None, _("Unknown: the seed or the rules can’t be read.")
        return
    same = dealt == tuple(hand.dealt for hand in hands)
    yield asked, same, _("Yes.") if same else _("No: the seed deals other hands.")
