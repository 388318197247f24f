"""Answers questions about a game: whether its rows, its moves and its deal are right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.integrity import DAMAGE_ERRORS, problems
from game.models import Game, Hand, IntegrityCheck
from game.records import deal_proof
from game.rules.deal import commitment, deal
from staff.read_only_lists import minute


@dataclass(frozen=True, slots=True)
class Answer:
    """A question about a game. ``good`` is the answer: True, False, or None if it is unknown.
    ``words`` is the answer as a sentence.
    """

    question: str
    good: bool | None
    words: str


def answers_about(game: Game, hands: list[Hand]) -> list[Answer]:
    """Return all answers that can be given now about the fairness of a game. After the game they
    use its whole log.
    """
    return [*_about_moves(game), *_about_deal(game, hands)]


def _about_moves(game: Game) -> Iterator[Answer]:
    if game.is_over:
        found = problems(game)
        right = _("The stored hands and results follow from the moves.")
        words = "; ".join(found) if found else right
        yield Answer(_("Do the stored moves lead to the stored hands?"), not found, words)
    last = IntegrityCheck.objects.filter(game=game).first()
    yield Answer(_("What did the last check find?"), last and last.agrees, last_check(last, game))


def last_check(last: IntegrityCheck | None, game: Game) -> str:
    """Return a sentence about the stored integrity check. It does not describe the problems of a
    running game, because they may reveal cards.
    """
    if last is None:
        return _("Not checked yet.")
    when = {"at": f"{minute(last.at)} UTC", "n": last.version}
    if last.agrees:
        return (
            ngettext(
                "No problem was found on %(at)s, after %(n)d move.",
                "No problem was found on %(at)s, after %(n)d moves.",
                last.version,
            )
            % when
        )
    said = (
        ngettext(
            "A problem was found on %(at)s, after %(n)d move.",
            "A problem was found on %(at)s, after %(n)d moves.",
            last.version,
        )
        % when
    )
    what = "; ".join(last.problems) if game.is_over else _("Open the hands to see the problem.")
    return f"{said} {what}"


def _about_deal(game: Game, hands: list[Hand]) -> Iterator[Answer]:
    question = _("Is this the original deal?")
    if not game.is_over:
        words = _(
            "The seed stays secret until the game is over. The SHA-256 of the seed is %(hash)s."
        )
        yield Answer(question, None, words % {"hash": game.commitment})
        return
    proof = deal_proof(game)
    if proof is None:
        yield Answer(question, None, _("Unknown: the record has no seed."))
        return
    if game.is_imported:
        words = _(
            "Unknown: no commitment was shown here before the first move, so the author of "
            "the record could choose any seed."
        )
        yield Answer(question, None, words)
    yield from _about_seed(game, hands, *proof)


def _about_seed(game: Game, hands: list[Hand], seed: Any, given: Any) -> Iterator[Answer]:
    if game.is_imported:
        asked, no = (
            _("Does the commitment in the record match its seed?"),
            _("No: the commitment belongs to another seed."),
        )
    else:
        asked = _("Does the seed match the commitment that was shown before the first move?")
        no = _("No: the commitment belongs to another seed.")
    same_commitment, same_hands = _commits(seed, given), _deals(game, seed, hands)
    yield Answer(asked, same_commitment, _("Yes.") if same_commitment else no)
    words = {
        True: _("Yes."),
        False: _("No: the seed deals other hands."),
        None: _("Unknown: the seed or the rules are damaged."),
    }
    asked = _("Does this seed deal these hands?")
    yield Answer(asked, same_hands, words[same_hands])


def _commits(seed: Any, given: Any) -> bool:
    """Return whether ``given`` is the SHA-256 of ``seed``. Both are hexadecimal."""
    try:
        return commitment(bytes.fromhex(seed)) == given
    except DAMAGE_ERRORS:
        return False


def _deals(game: Game, seed: Any, hands: list[Hand]) -> bool | None:
    """Return whether ``seed`` deals these hands by the game's rules; None if the seed or the rules
    are damaged.
    """
    try:
        dealt = deal(game.rules, bytes.fromhex(seed), game.dealer)
    except DAMAGE_ERRORS:
        return None
    return dealt == tuple(hand.dealt for hand in hands)
