"""Worth: a short formula for the worth of an ask, of which a review can name the parts.

The hard level itself decides by ``bots/ai/value.py``, which agrees mostly.
"""

from typing import Final

from bots.ai.posterior import Posterior
from game.rules.moves import Ask

#: The prize of a card, beyond 1, for a set of which the team holds many.
BEGUN: Final = 12.0
#: The exponent: how late that prize grows.
POWER: Final = 3.0
#: The extra worth of the other team's last card of a set.
LAST: Final = 8.0


def ask_value(posterior: Posterior, ask: Ask) -> float:
    """The worth of an ask by its odds: a miss ends the turn."""
    row = posterior.row(ask.card)
    chance = min(row[ask.of], 1 - 1e-6)
    # A miss has a worth, too: it shows where the team can get the card next time.
    elsewhere = max(row[of] for of in range(1 - (ask.seat & 1), len(row), 2) if of != ask.of)
    card_set = posterior.knowledge.deck.set_indexes[ask.card]
    prize: float = 1 + BEGUN * posterior.ours(card_set) ** POWER
    won = prize * (chance + elsewhere) + LAST * posterior.is_last(ask.card, ask.of)
    return won / (1 - chance)
