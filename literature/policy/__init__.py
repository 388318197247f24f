"""The bots' decisions, made only from one seat's information state.

``choose`` is for the seat that has the turn, and
``wants_to_claim`` for any seat that may claim now.
"""

from literature.policy.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    Policy,
    choose,
    policy,
    register,
    wants_to_claim,
)

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Policy", "choose", "policy", "register", "wants_to_claim"]
