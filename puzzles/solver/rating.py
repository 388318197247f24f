"""Rates how hard a puzzle is by its shortest argument.

A conclusion from other steps counts most, because a reader must first find out which steps belong
together. Reading one line of the log counts least. Tracing where cards were at the time of an ask
counts, too, because the reader has to look back and ahead in the log.
"""

from collections.abc import Sequence
from typing import Final

from puzzles.solver.reasons import Reason
from puzzles.solver.situation import Situation
from puzzles.solver.steps import ASKED

#: The points of a step that follows from other steps, and of any other step. An ask for which cards
#: must be traced has additional points.
JOIN: Final = 3
PLAIN: Final = 1
TRACED: Final = 1

#: The points at which the second and the third level begin.
LEVELS_BEGIN: Final = (7, 11)


def conclusions(argument: Sequence[Reason]) -> int:
    """The number of steps that follow from other steps: they make a puzzle interesting."""
    return sum(reason.concludes for reason in argument)


def points(situation: Situation, argument: Sequence[Reason]) -> int:
    """The points of a whole argument."""
    return sum(
        JOIN if reason.concludes else PLAIN + TRACED * _is_traced(situation, reason)
        for reason in argument
        if not reason.repeats
    )


def level(situation: Situation, argument: Sequence[Reason]) -> int:
    """The level: 1 is easy, 2 is medium, 3 is hard."""
    return 1 + sum(points(situation, argument) >= begin for begin in LEVELS_BEGIN)


def _is_traced(situation: Situation, reason: Reason) -> bool:
    """Whether the reader has to read other lines to understand an ask, because cards of its set
    have moved.
    """
    if reason.kind != ASKED:
        return False
    asked = situation.asks[reason.asks[0]].card
    whole = situation.deck.set_masks[asked] & ~(1 << asked)
    return any(ask.hit and whole >> ask.card & 1 for ask in situation.asks)
