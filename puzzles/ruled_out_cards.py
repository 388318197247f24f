"""Explains which card made an ask legal, by showing which cards did not.

An asker must hold another card of the set. A card is ruled out if another player is known to
have held it at the time of the ask.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card
from literature.puzzles.reasons import Reason
from literature.puzzles.situation import YOU, Situation
from literature.rules.cards import cards_in
from literature.rules.moves import Asked
from puzzles.wording import all_of, lines_text

#: For each card, the ask that shows who held it when another ask was made: the last earlier ask
#: that moved the card, or else the first later one. None if the reader has always held the card.
Evidence = Mapping[int, Asked | None]


def of(situation: Situation, reason: Reason) -> Evidence:
    """The cards that did not make a step's ask legal, with the asks that show their holders."""
    asked = situation.asks[reason.asks[0]]
    others = situation.deck.set_masks[asked.card] & ~reason.cards & ~(1 << asked.card)
    found: dict[int, Asked | None] = {}
    for card in cards_in(others):
        moves = [ask for ask in situation.asks if ask.hit and ask.card == card]
        before = [ask for ask in moves if ask.number < asked.number]
        found[card] = before[-1] if before else next(iter(moves), None)
    return found


def lines(evidence: Evidence) -> list[int]:
    """The numbers of the asks that show the holders of the cards, in order."""
    return sorted({move.number for move in evidence.values() if move})


def sentences(ask: Asked, evidence: Evidence, names: Sequence[str]) -> list[str]:
    """Sentences that say who held each card at the time of ``ask``, and which lines show it."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for card, move in evidence.items():
        later = move is not None and move.number > ask.number
        groups.setdefault((holder_at(ask, move), later), []).append(card)
    said = []
    for (holder, later), cards in groups.items():
        moves = [move for move in (evidence[card] for card in cards) if move]
        listed = all_of([article_card(card) for card in cards])
        said.append(_held(holder, listed, moves, names, later=later))
    return said


def holder_at(ask: Asked, move: Asked | None) -> int:
    """The holder of a card at the time of ``ask``; ``move`` is the ask that shows it."""
    if move is None:
        return YOU
    return move.of if move.number > ask.number else move.seat


def _held(
    holder: int, cards: str, moves: Sequence[Asked], names: Sequence[str], *, later: bool
) -> str:
    """The sentence about one holder.

    ``later``: ``moves`` took the cards after the ask.
    """
    if not moves:
        return _("You hold %(cards)s.") % {"cards": cards}
    takers = {move.seat for move in moves}
    said = {"who": names[holder], "cards": cards, "taker": names[moves[0].seat]}
    said["lines"] = lines_text(sorted({move.number for move in moves}))
    if later and len(takers) == 1 and YOU not in (holder, *takers):
        sentence = ngettext(
            "%(who)s still held %(cards)s then: %(taker)s got it only later (%(lines)s).",
            "%(who)s still held %(cards)s then: %(taker)s got them only later (%(lines)s).",
            len(moves),
        )
    elif holder == YOU:
        sentence = _("You held %(cards)s then (%(lines)s).")
    elif later:
        sentence = _("%(who)s still held %(cards)s then (%(lines)s).")
    else:
        sentence = _("%(who)s held %(cards)s then (%(lines)s).")
    return sentence % said
