"""Lessons for beginners: the conclusion that everybody can draw from a bot's ask."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.presentation.move_text import article_card, set_name
from game.presentation.view_models import Face
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Event
from literature.rules.options import Rules


def lesson(rules: Rules, log: Sequence[Event], faces: Sequence[Face]) -> str:
    """The conclusion from the last move if this move was a bot's ask; otherwise empty."""
    last = log[-1] if log else None
    if isinstance(last, Asked) and faces[last.seat].bot:
        return ask_sentence(rules, last, faces[last.seat].name)
    return ""


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
