"""Rates how hard a puzzle is: by the steps of its shortest argument, and by how much there is to
search.

Reading one line of the log counts least. Tracing where cards were at the time of an ask counts
more, because the reader has to look back and ahead in the log. Ruling out all players but one by
lines of the log is a small step. It is larger if the reader must first find other conclusions.
Counting a whole hand, or finding which card allowed an ask, counts most.

If few deals are possible at first glance, a reader can simply try them.
"""

from collections.abc import Sequence
from math import factorial, log10, prod
from typing import Final

from literature.knowledge.reasons import OneOf, OnlyHolder
from literature.puzzles.argument import ArgumentStep
from literature.puzzles.situation import Situation

#: The points of a step that follows from no other step, and the additional points if the reader
#: must trace cards to understand an ask.
PLAIN: Final = 1
TRACED: Final = 1
#: The points of a step that rules out all players but one: by lines of the log, and by other
#: conclusions.
RULED_OUT: Final = 2
JOINED: Final = 3
#: The points of any other step that follows from other steps.
COUNTED: Final = 4

#: The points at which the second and the third level begin.
LEVELS_BEGIN: Final = (12, 17)

#: In a hard puzzle, the search has at least this number of points.
LEAST_SEARCH: Final = 2


def points(situation: Situation, argument: Sequence[ArgumentStep]) -> int:
    """The points of a whole argument, without the search."""
    total = 0
    for step in argument:
        if step.concludes and not isinstance(step.reason, OnlyHolder):
            total += COUNTED
        elif step.concludes:
            total += JOINED if any(argument[each].concludes for each in step.uses) else RULED_OUT
        elif isinstance(step.reason, OneOf):
            # The reader has to trace the cards of the set that have moved.
            asked = step.reason.asked
            whole = situation.deck.set_masks[asked] & ~(1 << asked)
            total += PLAIN + TRACED * any(whole >> card & 1 for card in situation.facts.moves)
        elif not step.repeats:
            total += PLAIN
    return total


def search(situation: Situation) -> int:
    """The points of the search: the decimal logarithm of the number of deals that fit the sizes of
    the hands, rounded.
    """
    facts = situation.facts
    deals = factorial(facts.hidden.bit_count()) // prod(map(factorial, facts.places))
    return round(log10(deals))


def level(situation: Situation, argument: Sequence[ArgumentStep]) -> int:
    """The level: 1 is easy, 2 is medium, 3 is hard."""
    to_search = search(situation)
    rated = points(situation, argument) + to_search
    number = 1 + sum(rated >= begin for begin in LEVELS_BEGIN)
    return min(number, 2) if to_search < LEAST_SEARCH else number
