"""Worth: a short formula for the worth of an ask. A review can name its parts as reasons.

The hard level uses ``bots/ai/value.py`` instead, which mostly agrees.
"""

from typing import Final

from bots.ai.posterior import Posterior
from game.rules.moves import Ask

#: The prize for a card, in addition to 1, in a set of which the team holds many cards.
BEGUN: Final = 12.0
#: The exponent of this prize. The higher it is, the later the prize grows.
POWER: Final = 3.0
#: The extra worth of the other team's last card in a set.
LAST: Final = 8.0


def ask_value(posterior: Posterior, ask: Ask) -> float:
    """The worth of an ask by its chance. A miss ends the turn."""
    row = posterior.row(ask.card)
    chance = min(row[ask.of], 1 - 1e-6)
    # A miss is worth something, too: it shows where the team can get the card next time.
    elsewhere = max(row[of] for of in range(1 - (ask.seat & 1), len(row), 2) if of != ask.of)
    card_set = posterior.knowledge.deck.set_indexes[ask.card]
    prize: float = 1 + BEGUN * posterior.ours(card_set) ** POWER
    won = prize * (chance + elsewhere) + LAST * posterior.is_last(ask.card, ask.of)
    return won / (1 - chance)
