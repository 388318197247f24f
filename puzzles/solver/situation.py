"""A situation: what a puzzle tells of a game, as the seat that thinks sees it.

It leaves out the asks for cards of sets that have left play. Nothing is lost by that: these cards
are gone, and what is left of their story is the size of each hand, which a situation has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.decks import DECKS, Deck
from game.rules.moves import Asked
from game.rules.state import PLAYING, UNRESOLVED
from game.rules.view import InformationState

#: The seat that thinks, in every situation.
YOU: Final = 0

#: Whose turn it is when nobody may ask.
NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Situation:
    """A seat's information state, turned so that this seat is 0 and its team 0.

    - ``hand``: the seat's cards as a bit set; ``counts``: how many cards each seat holds.
    - ``live``: the cards of the sets in play; ``scorers``: who scored each set, as in ``State``.
    - ``asks``: the asks for these cards in their order, numbered from 0 without gaps.
    - ``turn``: who asks next; ``NOBODY`` where nobody may ask now.
    """

    deck_name: str
    hand: int
    counts: tuple[int, ...]
    live: int
    scorers: tuple[int, ...]
    asks: tuple[Asked, ...]
    turn: int

    @property
    def deck(self) -> Deck:
        """The deck of the game."""
        return DECKS[self.deck_name]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.counts)

    @property
    def sets_in_play(self) -> int:
        """How many sets have not been claimed yet."""
        return self.scorers.count(UNRESOLVED)

    @classmethod
    def of(cls, seen: InformationState) -> "Situation":
        """The situation of a seat. Asks must be honest (``ask_held_card`` is ``illegal``)."""
        if seen.seat is None or seen.hand is None or seen.counts is None:
            raise ValueError("a situation is that of a seat, where counts are public")
        you, players = seen.seat, seen.rules.players
        told = [event for event in seen.log if isinstance(event, Asked)]
        return cls(
            deck_name=seen.rules.deck,
            hand=seen.hand,
            counts=seen.counts[you:] + seen.counts[:you],
            live=seen.live,
            scorers=tuple(s if s < 0 else (s ^ you) & 1 for s in seen.scorers),
            asks=_renumbered([ask for ask in told if seen.live >> ask.card & 1], you, players),
            turn=(seen.turn - you) % players if seen.phase == PLAYING else NOBODY,
        )


def _renumbered(asks: Sequence[Asked], you: int, players: int) -> tuple[Asked, ...]:
    return tuple(
        ask._replace(number=number, seat=(ask.seat - you) % players, of=(ask.of - you) % players)
        for number, ask in enumerate(asks)
    )
