"""Lessons for beginners: the conclusion that everybody can draw from a bot's ask."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from game.presentation.move_text import article_card, set_name
from game.presentation.view_models import Face
from game.rules.decks import DECKS
from game.rules.moves import Asked, Event
from game.rules.options import FIRST_GAME, Rules


def lesson(
    preset: str, rules: Rules, log: Sequence[Event], faces: Sequence[Face]
) -> dict[str, Any]:
    """The context of a lesson: whether the table teaches, and the conclusion from the last move if
    this move was a bot's ask.

    ``preset`` is the preset with which the host began. A first game teaches even if the host
    changed an option.
    """
    teaches, follows = preset == FIRST_GAME, ""
    last = log[-1] if log else None
    if teaches and isinstance(last, Asked) and faces[last.seat].bot:
        follows = ask_sentence(rules, last, faces[last.seat].name)
    return {"teaches": teaches, "follows": follows}


def ask_sentence(rules: Rules, asked: Asked, name: str) -> str:
    """The conclusion that the rules allow from an ask. ``name`` is the asker's name.

    An asker holds a card of the set. It is not the card that was asked for, unless players may ask
    for their own cards and the ask was a miss.
    """
    deck = DECKS[rules.deck]
    said = {
        "name": name,
        "card": article_card(asked.card),
        "set": set_name(deck, deck.sets[deck.set_indexes[asked.card]]),
    }
    if rules.ask_held_card == "bluff" and not asked.hit:
        return _("%(name)s asked for %(card)s, so %(name)s holds a card of %(set)s.") % said
    return _("%(name)s asked for %(card)s, so %(name)s holds another card of %(set)s.") % said
