"""Moves, and the events that result from them.

A *move* is a player's choice: ``Ask``, ``Claim``, ``Pass``. An *event* is an accepted move with its
outcome: ``Asked``, ``Claimed``, ``Passed``. Seats, sets and cards are
numbers (for cards, see ``cards.py``). Moves and events are tuples, so they are immutable,
comparable, and fast to make.

>>> from .decks import DECKS
>>> parse_move(DECKS["8s-out"], "2 ask 9H 3")
Ask(seat=2, card=33, of=3)
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from .cards import card_text, parse_card
from .decks import Deck

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


def move_text(deck: Deck, move: Move) -> str:
    """A move as one line of text, which ``parse_move`` can read."""
    if isinstance(move, Ask):
        return f"{move.seat} ask {card_text(move.card)} {move.of}"
    if isinstance(move, Claim):
        named = " ".join(f"{card_text(card)}={seat}" for card, seat in move.holders)
        name = deck.sets[move.card_set].name if move.card_set >= 0 else "??"
        return f"{move.seat} claim {name} {named}".rstrip()
    return f"{move.seat} pass {move.to}"


def parse_move(deck: Deck, text: str) -> Move:
    """A move from its text: ``2 ask 9H 3``, ``2 claim low-spades 2S=2 …`` or ``2 pass 4``.

    An unknown card or set becomes ``UNKNOWN``, which the rules refuse. Raise ``ValueError`` for any
    other text.
    """
    match text.split():
        case [seat, "ask", card, of]:
            return Ask(int(seat), parse_card(card), int(of))
        case [seat, "claim", name, *named]:
            pairs = [pair.partition("=") for pair in named]
            holders = holders_of((parse_card(card), int(of)) for card, _, of in pairs)
            return Claim(int(seat), deck.set_index(name), holders)
        case [seat, "pass", to]:
            return Pass(int(seat), int(to))
    raise ValueError(f"not a move: {text!r}")
