"""Moves, and the events that result from them.

A *move* is a player's choice: ``Ask``, ``Claim``, ``Pass``. An *event* is an accepted move with its
outcome: ``Asked``, ``Claimed``, ``Passed``. Seats, sets and cards are
numbers (for cards, see ``cards.py``). Moves and events are tuples, so they are immutable,
comparable, and fast to make.

>>> move_of(Asked(0, 2, 33, 3, True))
Ask(seat=2, card=33, of=3)
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

CORRECT: Final = "correct"
MISPLACED: Final = "misplaced"
OPPONENT_HELD: Final = "opponent_held"
OUTCOMES: Final = (CORRECT, MISPLACED, OPPONENT_HELD)

#: The claimed or true holder of each card of a set: (card, seat) pairs, sorted by card.
Holders = tuple[tuple[int, int], ...]


class Ask(NamedTuple):
    """``seat`` asks seat ``of`` for ``card``."""

    seat: int
    card: int
    of: int


class Claim(NamedTuple):
    """``seat`` names the holder of every card of a set."""

    seat: int
    card_set: int
    holders: Holders


class Pass(NamedTuple):
    """``seat`` passes the turn to seat ``to``."""

    seat: int
    to: int


class Asked(NamedTuple):
    """An ask with its outcome. ``number`` counts the moves of the game from 0."""

    number: int
    seat: int
    card: int
    of: int
    hit: bool


class Claimed(NamedTuple):
    """A claim with its outcome.

    ``revealed`` has the true holders; None if the cards stayed in play.
    """

    number: int
    seat: int
    card_set: int
    holders: Holders
    outcome: str
    revealed: Holders | None


class Passed(NamedTuple):
    """An accepted pass."""

    number: int
    seat: int
    to: int


Move = Ask | Claim | Pass
Event = Asked | Claimed | Passed


def holders_of(named: Iterable[tuple[int, int]]) -> Holders:
    """The pairs sorted by card, then by seat, so that two claims can be compared."""
    return tuple(sorted(named))


def move_of(event: Event) -> Move:
    """The move that led to an event."""
    if isinstance(event, Asked):
        return Ask(event.seat, event.card, event.of)
    if isinstance(event, Claimed):
        return Claim(event.seat, event.card_set, event.holders)
    return Pass(event.seat, event.to)
