"""The reasons why a seat holds a card or can't hold it. Reviews, hints and puzzles share them.

A player can check each reason: it is a move of the log, or follows from the log and the sizes of
hands. ``finished/review/reasons_text.py`` puts reasons in words. Moves are numbered from 0.
"""

from literature.stored import Card, Cards, stored


@stored
class Own:
    """The thinking seat holds the card."""


@stored
class NoCards:
    """The seat has no cards."""


@stored
class Moved:
    """By ask ``move``, ``to`` got the card from ``of``. No later ask has moved it."""

    move: int
    of: int
    to: int


@stored
class Missed:
    """Ask ``move`` for ``card`` missed, and the card has not moved since. So neither the asker
    ``seat`` nor the target ``of`` holds it; only ``of``, if ``may_hold`` (players may ask for their
    own cards).
    """

    move: int
    seat: int
    of: int
    card: Card
    may_hold: bool = False


@stored
class OneOf:
    """By ask ``move`` for card ``asked``, ``seat`` holds one of ``cards``, which are hidden cards
    of the same set.
    """

    move: int
    seat: int
    asked: Card
    cards: Cards


@stored
class Returned:
    """A wrong claim at ``move`` left the set in play, so the claimer's team holds the whole set."""

    move: int


@stored
class FullHand:
    """``seat`` has only ``cards`` and one more card of each set in ``sets`` (by their index)."""

    seat: int
    cards: Cards
    sets: tuple[int, ...] = ()


@stored
class TakenByAskers:
    """Each of ``seats`` holds one of ``cards``, because of its ask. These are as many cards as
    seats, so no other seat holds one of them.
    """

    seats: tuple[int, ...]
    cards: Cards


@stored
class Counted:
    """All sets, asks and sizes of hands together; there is no simple reason."""


@stored
class LastCard:
    """``seat`` asked for ``asked`` at ``move``. Only ``card`` can have made the ask legal."""

    move: int
    seat: int
    asked: Card
    card: Card


@stored
class WholeHand:
    """``seat`` can hold only ``cards``, and has as many cards."""

    seat: int
    cards: Cards


@stored
class OnlyHolder:
    """No seat except ``seat`` can hold ``card``. ``others``: the reason for each other seat."""

    seat: int
    card: Card
    others: "tuple[tuple[int, RuledOut], ...]" = ()


@stored
class Elsewhere:
    """``to`` holds the card for certain, for the reason ``why``."""

    to: int
    why: "Sure"


#: Why a seat can't hold a card.
RuledOut = (
    Own | NoCards | Moved | Missed | Returned | FullHand | TakenByAskers | Elsewhere | Counted
)

#: Why a seat holds a card.
Sure = Moved | LastCard | WholeHand | OnlyHolder | Counted

Reason = RuledOut | Sure | OneOf
