"""The work of the processes that make reviews and help.

Importing this module does not load numpy.
"""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from literature.judge.grid import pack
from literature.judge.reasons import Reason
from literature.knowledge.knowledge import Knowledge
from literature.rules.information_state import InformationState
from literature.rules.moves import Event
from literature.rules.options import Rules


class Help(NamedTuple):
    """Help for a seat: the facts of a hint, and the deduction grid."""

    hint: Reason
    grid: bytes


def seat_help(seen: InformationState, knowledge: Knowledge) -> Help:
    """Help for the seat of ``seen``. ``knowledge`` must be up to date."""
    from literature.judge.advice import help_for

    return help_for(seen, knowledge)


class ReviewedMoves(NamedTuple):
    """Reviewed consecutive moves: their facts, and their packed grids."""

    facts: list[Reason]
    grids: bytes


def review_moves(
    rules: Rules,
    dealer: int,
    dealt: Sequence[int],
    log: Sequence[Event],
    first: int,
    seconds: float,
) -> ReviewedMoves:
    """Review moves from ``first`` on for this number of seconds, but at least one move."""
    from literature.judge.game import steps

    until, facts, grids = monotonic() + seconds, [], []
    for step in steps(rules, dealer, dealt, log, first):
        facts.append(step.facts)
        grids.append(step.grids)
        if monotonic() > until:
            break
    return ReviewedMoves(facts, pack(grids))
