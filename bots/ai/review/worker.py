"""The work of the process that makes reviews. Its callers need no numpy."""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from bots.ai.review.grid import pack
from bots.ai.review.reasons import Reason
from game.rules.moves import Event
from game.rules.options import Rules


class Stretch(NamedTuple):
    """Consecutive moves of a review: their facts, and their packed grids."""

    facts: list[Reason]
    grids: bytes


def stretch(
    rules: Rules,
    dealer: int,
    dealt: Sequence[int],
    log: Sequence[Event],
    first: int,
    seconds: float,
) -> Stretch:
    """Review moves from ``first`` on for this number of seconds; at least one move."""
    from bots.ai.review.game import steps

    until, facts, grids = monotonic() + seconds, [], []
    for step in steps(rules, dealer, dealt, log, first):
        facts.append(step.facts)
        grids.append(step.grids)
        if monotonic() > until:
            break
    return Stretch(facts, pack(grids))
