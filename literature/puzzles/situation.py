"""A situation: the part of a game that a puzzle shows, as the thinking seat sees it.

It leaves out asks for cards of sets that have left play. These cards matter only for the sizes of
hands, which a situation contains.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from literature.knowledge.facts import Facts
from literature.rules.decks import DECKS, Deck
from literature.rules.information_state import InformationState
from literature.rules.moves import Asked
from literature.rules.state import PLAYING, UNRESOLVED

#: The number of the thinking seat in every situation.
YOU: Final = 0

#: The value of ``turn`` when nobody may ask.
NOBODY: Final = -1


@dataclass(frozen=True)
class Situation:
    """A seat's information state, renumbered so that this seat is 0 and its team is 0.

    - ``hand``: the seat's cards as a bit set; ``counts``: the number of cards of each seat.
    - ``live``: the cards of the sets in play; ``scorers``: the scorer of each set, as in ``State``.
    - ``asks``: the asks for cards in play, in order, numbered from 0 without gaps.
    - ``turn``: the seat that asks next; ``NOBODY`` if nobody may ask now.
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
        return DECKS[self.deck_name]

    @cached_property
    def facts(self) -> Facts:
        """The plain facts from the seat's cards and the asks."""
        return Facts(self.deck, YOU, self.hand, self.counts, self.asks, self.live)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.counts)

    @property
    def sets_in_play(self) -> int:
        """The number of sets in play."""
        return self.scorers.count(UNRESOLVED)

    @classmethod
    def of(cls, seen: InformationState) -> "Situation":
        """The situation of a seat. Raise ValueError for spectators and for secret hand counts.

        The rules must refuse asks for held cards (``ask_held_card`` is ``illegal``).
        """
        if seen.seat is None or seen.hand is None or seen.counts is None:
            raise ValueError("a situation is that of a seat, where counts are public")
        you, players = seen.seat, seen.rules.players
        asks = (event for event in seen.log if isinstance(event, Asked))
        told = [ask for ask in asks if seen.live >> ask.card & 1]
        return cls(
            deck_name=seen.rules.deck,
            hand=seen.hand,
            counts=seen.counts[you:] + seen.counts[:you],
            live=seen.live,
            scorers=tuple(s if s < 0 else (s ^ you) & 1 for s in seen.scorers),
            asks=tuple(
                Asked(number, (seat - you) % players, card, (of - you) % players, hit)
                for number, (_number, seat, card, of, hit) in enumerate(told)
            ),
            turn=(seen.turn - you) % players if seen.phase == PLAYING else NOBODY,
        )
