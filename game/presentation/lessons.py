"""Lessons for beginners: the conclusion that everybody can draw from a bot's ask, and the moves of
which a player can be certain.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.utils.translation import gettext as _

from game.presentation.move_text import article_card, set_name
from game.presentation.view_models import Face
from literature.knowledge.knowledge import Knowledge
from literature.rules.decks import DECKS
from literature.rules.information_state import InformationState
from literature.rules.moves import Asked, Event
from literature.rules.options import Rules


def lesson(rules: Rules, log: Sequence[Event], faces: Sequence[Face]) -> str:
    """The conclusion from the last move if this move was a bot's ask; otherwise empty."""
    last = log[-1] if log else None
    if isinstance(last, Asked) and faces[last.seat].bot:
        return ask_sentence(rules, last, faces[last.seat].name, below=True)
    return ""


def ask_sentence(rules: Rules, asked: Asked, name: str, *, below: bool = False) -> str:
    """The conclusion that the rules allow from an ask. ``name`` is the asker's name. ``below``: the
    sentence stands below the ask, so it does not name the card.

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
        sentence = _("%(name)s asked for %(card)s, so %(name)s holds a card of %(set)s.")
        short = _("So %(name)s holds a card of %(set)s.")
    else:
        sentence = _("%(name)s asked for %(card)s, so %(name)s holds another card of %(set)s.")
        short = _("So %(name)s holds another card of %(set)s.")
    return (short if below else sentence) % said


def certain_moves(seen: InformationState, faces: Sequence[Face]) -> dict[str, str]:
    """Sentences about the moves of which the player with the turn can be certain: ``sure-ask``, an
    ask that hits, and ``sure-claim``, a claim that is right. The whole log must be known.
    """
    assert seen.seat is not None
    holders, tips = Knowledge.of(seen).sure(), dict[str, str]()
    deck, ours = DECKS[seen.rules.deck], reduce(or_, holders[seen.seat % 2 :: 2])
    for index in seen.legal.claims:
        card_set = deck.sets[index]
        if not card_set.mask & ~ours:
            tips["sure-claim"] = _(
                "You can know who holds each card of %(set)s, and all of them are in your team. "
                "Claim this set: you can’t be wrong."
            ) % {"set": set_name(deck, card_set)}
    for card, targets in seen.legal.asks.items():
        holder = next((seat for seat in targets if holders[seat] >> card & 1), None)
        if holder is not None:
            said = {"name": faces[holder].name, "card": article_card(card)}
            tips["sure-ask"] = _("You can know that %(name)s has %(card)s. Ask for it.") % said
    return tips
