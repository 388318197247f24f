"""Worth: a short formula for the worth of an ask. A review can name its parts as reasons.

The hard level uses ``literature/policy/value.py`` instead. The two mostly agree.
"""

from typing import Final

from literature.knowledge.posterior import Posterior
from literature.rules.moves import Ask

#: The greatest additional worth of a card in a set of which the team already holds cards. A card
#: without it is worth 1.
BEGUN: Final = 12.0
#: The exponent of this additional worth. A higher exponent means that only nearly full sets count.
POWER: Final = 3.0
#: The extra worth of the other team's last card of a set.
LAST: Final = 8.0


def ask_value(posterior: Posterior, ask: Ask) -> float:
    """The worth of an ask. It grows with the chance of a hit, because a miss ends the turn."""
    row = posterior.row(ask.card)
    chance = min(row[ask.of], 1 - 1e-6)
    # A miss is worth something, too: it shows where the team can get the card later.
    elsewhere = max(row[of] for of in range(1 - (ask.seat & 1), len(row), 2) if of != ask.of)
    card_set = posterior.knowledge.deck.set_indexes[ask.card]
    prize: float = 1 + BEGUN * posterior.ours(card_set) ** POWER
    won = prize * (chance + elsewhere) + LAST * posterior.is_last(ask.card, ask.of)
    return won / (1 - chance)
