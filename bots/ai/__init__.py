"""The bots' decisions, made only from one seat's information state.

>>> knowledge = Knowledge.of(seen)  # one for each seat; ``update`` adds new events
>>> choose(seen, knowledge, DEFAULT_LEVEL, rng)  # the move of the seat that has the turn
Ask(seat=2, card=33, of=3)
>>> wants_to_claim(seen, knowledge, "easy")  # for any seat that may claim now
"""

from bots.ai.knowledge import Knowledge
from bots.ai.policy import DEFAULT_LEVEL, LEVELS, choose, wants_to_claim

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Knowledge", "choose", "wants_to_claim"]
