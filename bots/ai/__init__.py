"""How bots think: pure, from one seat's witness alone.

>>> memory = Memory.of(witness)                   # one per seat; ``update`` feeds it what is new
>>> choose(witness, memory, DEFAULT_LEVEL, rng)   # the move of a seat that has the turn
Ask(seat=2, card=33, of=3)
>>> wants_to_claim(witness, memory, "easy")       # of any seat, where the rules let it claim now
"""

from bots.ai.knowledge import Memory
from bots.ai.policy import DEFAULT_LEVEL, LEVELS, choose, wants_to_claim

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Memory", "choose", "wants_to_claim"]
