"""What the process that makes reviews is asked for. Whoever asks does without numpy."""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from bots.ai.review.grid import pack
from bots.ai.review.reasons import Reason
from game.rules.moves import Event
from game.rules.options import Rules


class Stretch(NamedTuple):
    """Some moves of a review one after another: their facts, and their grids packed."""

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
    """The review from move ``first`` on, as far as it comes in so many seconds; at least a move."""
    from bots.ai.review.game import steps

    until, facts, grids = monotonic() + seconds, [], []
    for step in steps(rules, dealer, dealt, log, first):
        facts.append(step.facts)
        grids.append(step.grids)
        if monotonic() > until:
            break
    return Stretch(facts, pack(grids))
