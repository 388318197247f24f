"""A game at one moment: an immutable value that holds everything, hidden hands included."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .decks import DECKS, CardSet, Deck
from .moves import Holders
from .options import Rules

PLAYING: Final = "playing"
MUST_PASS: Final = "must_pass"
ENDGAME: Final = "endgame"
FINISHED: Final = "finished"
PHASES: Final = (PLAYING, MUST_PASS, ENDGAME, FINISHED)

#: Scorer of a set that is still in play, and of one that left play without a point.
UNRESOLVED: Final = -1
NOBODY: Final = -2


class Table(NamedTuple):
    """What stays the same for a whole game, worked out once from its rules."""

    rules: Rules
    deck: Deck
    set_masks: tuple[int, ...]
    bluff: bool
    #: For each seat the others of its team, and those of the other team, clockwise from it.
    teammates: tuple[tuple[int, ...], ...]
    opponents: tuple[tuple[int, ...], ...]
    set_values: tuple[int, ...]


class State(NamedTuple):
    """One moment of a game.

    ``number`` is how many moves were made. ``live`` has the cards of unresolved sets. ``may_pass``
    says that the turn-holder is just after a correct claim of their own. ``scorers`` has for each
    set the team that scored it, ``UNRESOLVED`` or ``NOBODY``. ``returned`` are the claims that may
    not be repeated (RULES.md, ``repeated_claim``).
    """

    table: Table
    number: int
    hands: tuple[int, ...]
    turn: int
    phase: str
    live: int
    may_pass: bool
    scores: tuple[int, int]
    scorers: tuple[int, ...]
    returned: frozenset[Holders]

    @property
    def rules(self) -> Rules:
        """The rules that this game is played by."""
        return self.table.rules

    @property
    def deck(self) -> Deck:
        """The deck that it is played with."""
        return self.table.deck


@lru_cache(maxsize=1024)
def table_for(rules: Rules) -> Table:
    """The table of some rules; the same object each time."""
    deck, players = DECKS[rules.deck], rules.players
    around = [[(seat + step) % players for step in range(1, players)] for seat in range(players)]
    return Table(
        rules=rules,
        deck=deck,
        set_masks=deck.set_masks,
        bluff=rules.ask_held_card == "bluff",
        teammates=tuple(tuple(s for s in row if not (s ^ me) & 1) for me, row in enumerate(around)),
        opponents=tuple(tuple(s for s in row if (s ^ me) & 1) for me, row in enumerate(around)),
        set_values=tuple(set_value(rules, each) for each in deck.sets),
    )


def set_value(rules: Rules, card_set: CardSet) -> int:
    """What a set counts for whoever scores it (``high_sets_double``)."""
    return 2 if rules.high_sets_double and card_set.name.startswith("high-") else 1


def new_game(rules: Rules, hands: Sequence[int], dealer: int) -> State:
    """The state after the deal: the dealer has the first turn."""
    table = table_for(rules)
    return State(
        table=table,
        number=0,
        hands=tuple(hands),
        turn=dealer,
        phase=PLAYING,
        live=table.deck.mask,
        may_pass=False,
        scores=(0, 0),
        scorers=(UNRESOLVED,) * len(table.deck.sets),
        returned=frozenset(),
    )


def winner(scores: tuple[int, int]) -> int | None:
    """The team with more points, or None for a draw."""
    if scores[0] == scores[1]:
        return None
    return 0 if scores[0] > scores[1] else 1
