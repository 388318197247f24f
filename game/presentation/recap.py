"""A summary, in a few sentences, of the moves since a player's last move."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.presentation.move_text import card_short, claim_result
from game.rules.decks import DECKS
from game.rules.information_state import Observation
from game.rules.moves import Asked, Claimed, Event

#: Fewer moves than this need no summary, because they are still visible on the table.
LEAST = 2


def recap(observation: Observation) -> str:
    """The asks, hits, claims and lost cards since the last move of a player who has the turn again.

    It is empty if little happened, or if the ``history`` option hides some of these moves.
    """
    you, log = observation.you, observation.log
    if observation.turn != you:
        return ""
    own = [event.number for event in log if event.seat == you]
    since = [event for event in log if own and event.number > own[-1]]
    is_whole = own and len(since) == observation.number - own[-1] - 1
    return _sentences(observation, since) if is_whole and len(since) >= LEAST else ""


def _sentences(observation: Observation, since: Sequence[Event]) -> str:
    deck = DECKS[observation.rules.deck]
    asks = [event for event in since if isinstance(event, Asked)]
    said = {"asks": len(asks), "hits": sum(event.hit for event in asks)}
    asked = _("Asks since your last move: %(asks)d. Hits: %(hits)d.") % said
    results = [
        claim_result(deck, event, observation.scorers[event.card_set])
        for event in since
        if isinstance(event, Claimed)
    ]
    lost = [card_short(e.card) for e in asks if e.hit and e.of == observation.you]
    taken = [_("Cards taken from you: %(cards)s.") % {"cards": ", ".join(lost)}] if lost else []
    return " ".join([*results, *taken, asked])
