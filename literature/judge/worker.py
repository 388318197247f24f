"""The work of the processes that make reviews, grids and help.

Importing this module does not load numpy.
"""

from collections.abc import Sequence
from time import monotonic, thread_time
from typing import NamedTuple

from literature.judge.findings import Hint
from literature.knowledge.knowledge import Knowledge
from literature.rules.information_state import InformationState
from literature.rules.moves import Event
from literature.rules.options import Rules
from literature.stored import to_json


class Help(NamedTuple):
    """Help for a seat: a hint, and the deduction grid."""

    hint: Hint
    grid: bytes


def seat_help(seen: InformationState, knowledge: Knowledge) -> Help:
    """Help for the seat of ``seen``. ``knowledge`` must be up to date."""
    from literature.judge.advice import hint
    from literature.judge.seat_knowledge import View, grid_of

    view = View.of(knowledge)
    return Help(hint(view, seen), grid_of(view))


def seat_grid(rules: Rules, seat: int, dealer: int, dealt: int, log: Sequence[Event]) -> bytes:
    """The deduction grid of a seat after the moves of ``log``. ``dealt`` is its hand in the
    beginning.
    """
    from literature.judge.seat_knowledge import View, grid_of

    knowledge = Knowledge(rules, seat, dealer, dealt)
    knowledge.update(log)
    return grid_of(View.of(knowledge))


class ReviewedMoves(NamedTuple):
    """Reviewed consecutive moves: each ``ReviewedMove`` as JSON, and the processor time in
    seconds.
    """

    moves: list[object]
    seconds: float


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

    until, began, moves = monotonic() + seconds, thread_time(), list[object]()
    for move in steps(rules, dealer, dealt, log, first):
        moves.append(to_json(move))
        if monotonic() > until:
            break
    return ReviewedMoves(moves, thread_time() - began)
