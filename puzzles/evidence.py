"""Shows that cards with a known holder can't explain an ask, because they were in other hands at
that time.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card
from game.rules.cards import cards_in
from game.rules.moves import Asked
from puzzles.solver.reasons import Reason
from puzzles.solver.situation import YOU, Situation
from puzzles.wording import all_of, any_of, lines_text

#: For each card, the ask that shows who held it: the ask that brought it there, or otherwise the
#: ask that took it away. None: the reader has always held it.
Evidence = Mapping[int, Asked | None]


def of(situation: Situation, reason: Reason) -> Evidence:
    """For an ask: the other cards of its set that can't explain it."""
    asked = situation.asks[reason.asks[0]]
    others = situation.deck.set_masks[asked.card] & ~reason.cards & ~(1 << asked.card)
    found: dict[int, Asked | None] = {}
    for card in cards_in(others):
        moves = [ask for ask in situation.asks if ask.hit and ask.card == card]
        before = [ask for ask in moves if ask.number < asked.number]
        found[card] = before[-1] if before else next(iter(moves), None)
    return found


def lines(evidence: Evidence) -> list[int]:
    """The numbers of the asks that show who held the cards."""
    return sorted({move.number for move in evidence.values() if move})


def sentence(ask: Asked, evidence: Evidence, names: Sequence[str]) -> str:
    """A sentence about who had each of the cards, with the lines that show it."""
    by_holder: dict[int, list[int]] = {}
    for card, move in evidence.items():
        by_holder.setdefault(holder_at(ask, move), []).append(card)
    holders = []
    for holder, cards in sorted(by_holder.items()):
        held = _cards(cards) if len(by_holder) > 1 else ngettext("it", "them", len(cards))
        shown = lines({card: evidence[card] for card in cards})
        still = bool(shown) and shown[0] > ask.number
        holders.append(_had(holder, held, shown, names, still=still))
    return _("It wasn’t %(cards)s: %(holders)s.") % {
        "cards": any_of([article_card(card) for card in evidence]),
        "holders": all_of(holders),
    }


def holder_at(ask: Asked, move: Asked | None) -> int:
    """The holder of a card at the time of an ask, found by ``move``, the ask that shows it."""
    if move is None:
        return YOU
    return move.of if move.number > ask.number else move.seat


def _had(holder: int, cards: str, asks: list[int], names: Sequence[str], *, still: bool) -> str:
    if not asks:
        return _("you have %(cards)s") % {"cards": cards}
    said = {"who": names[holder], "cards": cards, "lines": lines_text(asks)}
    if holder == YOU:
        return _("you had %(cards)s then (%(lines)s)") % said
    if still:
        return _("%(who)s still had %(cards)s (%(lines)s)") % said
    return _("%(who)s had %(cards)s (%(lines)s)") % said


def _cards(cards: Iterable[int]) -> str:
    return all_of([article_card(card) for card in cards])
