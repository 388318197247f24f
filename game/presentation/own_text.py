"""Events in the words of the person concerned: "You asked Tom", "Ada asked you"."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from game.presentation.cache import cached
from game.presentation.move_text import article_card, set_name
from game.presentation.view_models import Line
from game.rules.decks import DECKS
from game.rules.moves import CORRECT, MISPLACED, Asked, Claimed, Event
from game.rules.state import NOBODY, UNRESOLVED


def concerns(event: Event, seat: int | None) -> bool:
    """Whether the player at ``seat`` made this move, or is its object."""
    if isinstance(event, Asked):
        return seat in (event.seat, event.of)
    return seat == event.seat or (not isinstance(event, Claimed) and seat == event.to)


def own_line(
    line: Line, deck_name: str, event: Event, names: tuple[str, ...], scorer: int, you: int | None
) -> Line:
    """The ``line`` of an event in the words of the player at seat ``you``, who is concerned."""
    sentence, question, answer = _own_words(deck_name, event, names, scorer, you)
    return replace(line, sentence=sentence, question=question, answer=answer, own=True)


@cached
def _own_words(
    deck_name: str, event: Event, names: tuple[str, ...], scorer: int, you: int
) -> tuple[str, str, str]:
    """The sentence of an event; for an ask also its two parts, question and answer."""
    if isinstance(event, Asked):
        question, answer = _question(event, names, you), _answer(event, names, you)
        return f"{question} {answer}", question, answer
    if isinstance(event, Claimed):
        deck = DECKS[deck_name]
        claimed = {"set": set_name(deck, deck.sets[event.card_set])}
        return f"{_claim(event, claimed)} {_scored(event, scorer)}".rstrip(), "", ""
    if event.seat == you:
        return _("You passed the turn to %(whom)s.") % {"whom": names[event.to]}, "", ""
    return _("%(who)s passed the turn to you.") % {"who": names[event.seat]}, "", ""


def _question(event: Asked, names: Sequence[str], you: int) -> str:
    said = {"card": article_card(event.card), "who": names[event.seat], "whom": names[event.of]}
    if event.seat == you:
        return _("You asked %(whom)s for %(card)s.") % said
    return _("%(who)s asked you for %(card)s.") % said


def _answer(event: Asked, names: Sequence[str], you: int) -> str:
    said = {"card": article_card(event.card), "whom": names[event.of]}
    if event.seat != you:
        return _("You had it.") if event.hit else _("You don't have it. Your turn.")
    if event.hit:
        return _("%(whom)s gave you %(card)s.") % said
    return _("%(whom)s doesn't have it. %(whom)s's turn.") % said


def _claim(event: Claimed, claimed: dict[str, str]) -> str:
    if event.outcome == CORRECT:
        return _("You claimed %(set)s and got every card right.") % claimed
    if event.outcome == MISPLACED and event.revealed is None:
        return _("You claimed %(set)s, but placed a card wrongly. The set stays.") % claimed
    if event.outcome == MISPLACED:
        return _("You claimed %(set)s, but placed a card wrongly.") % claimed
    return _("You claimed %(set)s, but the other team holds a card of it.") % claimed


def _scored(event: Claimed, scorer: int) -> str:
    if event.revealed is None or scorer == UNRESOLVED:
        return ""
    if scorer == NOBODY:
        return _("Nobody scores it.")
    return _("Your team scores it.") if scorer == event.seat % 2 else _("The other team scores it.")
