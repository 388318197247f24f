"""The bots' decisions, made only from one seat's information state.

There is one ``Knowledge`` for each seat. ``choose`` is for the seat that has the turn, and
``wants_to_claim`` for any seat that may claim now.
"""

from bots.ai.knowledge import Knowledge
from bots.ai.policy import DEFAULT_LEVEL, LEVELS, choose, wants_to_claim

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Knowledge", "choose", "wants_to_claim"]
