"""Sentences that address a player: about the events that concern the player, such as "You asked
Tom", and about the moves since the player's last move.
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import (
    article_card,
    card_short,
    claim_answer,
    claim_question,
    claim_result,
    event_sentence,
    misplaced_cards,
    misplaced_seats,
    scored_sentence,
    set_name,
    wrong_pairs,
)
from game.presentation.rendering import cached
from game.presentation.view_models import Line
from literature.rules.decks import DECKS
from literature.rules.information_state import Observation
from literature.rules.moves import CORRECT, MISPLACED, OPPONENT_HELD, Asked, Claimed, Event
from literature.rules.state import NOBODY, UNRESOLVED

#: Fewer moves than this need no recap, because they are still visible on the table.
LEAST_IN_RECAP = 2


def concerns(event: Event, seat: int | None) -> bool:
    """Whether an event concerns the player at ``seat``: as mover, target, receiver of the turn, or
    true or claimed holder of a misplaced card.
    """
    if isinstance(event, Asked):
        return seat in (event.seat, event.of)
    if isinstance(event, Claimed):
        return seat == event.seat or seat in misplaced_seats(event)
    return seat in (event.seat, event.to)


def own_line(
    line: Line, deck_name: str, event: Event, names: tuple[str, ...], scorer: int, you: int | None
) -> Line:
    """The ``line`` of an event, with sentences that address the player at seat ``you``."""
    sentence, question, answer = _own_words(deck_name, event, names, scorer, you)
    return replace(line, sentence=sentence, question=question, answer=answer, own=True)


@cached
def _own_words(
    deck_name: str, event: Event, names: tuple[str, ...], scorer: int, you: int
) -> tuple[str, str, str]:
    """The sentence, the question and the answer of a line about an event.

    A pass has an empty question and an empty answer.
    """
    if isinstance(event, Asked):
        said = {"card": article_card(event.card), "who": names[event.seat], "whom": names[event.of]}
        if event.seat == you:
            question = _("You asked %(whom)s for %(card)s.")
            had = _("%(whom)s gave you %(card)s.")
            had_not = _("%(whom)s didn’t have the card. %(whom)s’s turn.")
        else:
            question = _("%(who)s asked you for %(card)s.")
            had, had_not = _("You had the card."), _("You didn’t have the card. Your turn.")
        answer = (had if event.hit else had_not) % said
        return f"{question % said} {answer}", question % said, answer
    if isinstance(event, Claimed):
        return _claim_words(deck_name, event, names, scorer, you)
    if event.seat == you:
        return _("You passed the turn to %(whom)s.") % {"whom": names[event.to]}, "", ""
    return _("%(who)s passed the turn to you.") % {"who": names[event.seat]}, "", ""


def _claim_words(
    deck_name: str, event: Claimed, names: tuple[str, ...], scorer: int, you: int
) -> tuple[str, str, str]:
    deck = DECKS[deck_name]
    misplaced = misplaced_cards(event, names, you)
    if event.seat != you:
        # This player did not claim. The event concerns them only because of a misplaced card.
        said = event_sentence(deck, event, names, scorer)
        sentence = said.removesuffix(misplaced_cards(event, names)) + misplaced
        question, scored = claim_question(deck, event, names), scored_sentence(event, scorer)
    else:
        claimed = {"set": set_name(deck, deck.sets[event.card_set])}
        question, scored = _("You claimed %(set)s.") % claimed, _scored(event, scorer)
        sentence = " ".join(filter(None, (_claim(event, claimed), scored, misplaced)))
    return sentence, question, claim_answer(event, names, scored, you)


def _claim(event: Claimed, claimed: dict[str, Any]) -> str:
    if event.outcome == CORRECT:
        return _("You claimed %(set)s and got every card right.") % claimed
    if event.outcome == MISPLACED and event.revealed is None:
        return (
            _("You claimed %(set)s, but not all cards were right. The set stays in play.") % claimed
        )
    if event.outcome == MISPLACED:
        count = len(wrong_pairs(event)) or 1  # A damaged row may have no wrong card.
        sentence = ngettext(
            "You claimed %(set)s, but got a card wrong.",
            "You claimed %(set)s, but got %(count)d cards wrong.",
            count,
        )
        return sentence % (claimed | {"count": count})
    return _("You claimed %(set)s, but the other team held a card of this set.") % claimed


def _scored(event: Claimed, scorer: int) -> str:
    if event.revealed is None or scorer == UNRESOLVED:
        return ""
    if scorer == NOBODY and event.outcome == OPPONENT_HELD:
        return _("Your team loses a point.")
    if scorer == NOBODY:
        return _("Nobody scores the set.")
    return (
        _("Your team scores the set.")
        if scorer == event.seat % 2
        else _("The other team scores the set.")
    )


def recap(observation: Observation) -> str:
    """A summary of the moves since the last move of a player who has the turn again: asks, hits,
    claims and lost cards.

    It is empty if the player has not moved before, if there are fewer than ``LEAST_IN_RECAP`` such
    moves, or if the ``history`` option hides some of them.
    """
    you, log = observation.you, observation.log
    if observation.turn != you:
        return ""
    own = [event.number for event in log if event.seat == you]
    since = [event for event in log if own and event.number > own[-1]]
    is_whole = own and len(since) == observation.number - own[-1] - 1
    if not is_whole or len(since) < LEAST_IN_RECAP:
        return ""
    deck = DECKS[observation.rules.deck]
    asks = [event for event in since if isinstance(event, Asked)]
    said = {"asks": len(asks), "hits": sum(event.hit for event in asks)}
    asked = _("Asks since your last move: %(asks)d. Hits: %(hits)d.") % said
    results = [
        claim_result(deck, event, observation.scorers[event.card_set])
        for event in since
        if isinstance(event, Claimed)
    ]
    lost = [card_short(each.card) for each in asks if each.hit and each.of == you]
    taken = [_("Cards taken from you: %(cards)s.") % {"cards": ", ".join(lost)}] if lost else []
    return " ".join([*results, *taken, asked])
