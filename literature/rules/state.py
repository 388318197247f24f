"""The state of a game: an immutable value that includes the hidden hands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from literature.rules.decks import DECKS, CardSet, Deck
from literature.rules.moves import Holders
from literature.rules.options import Rules

PLAYING: Final = "playing"
MUST_PASS: Final = "must_pass"
ENDGAME: Final = "endgame"
FINISHED: Final = "finished"
PHASES: Final = (PLAYING, MUST_PASS, ENDGAME, FINISHED)

#: These values stand in place of a team: for a set in play, and for a set that nobody scored.
UNRESOLVED: Final = -1
NOBODY: Final = -2


class Table(NamedTuple):
    """Values that stay the same during a game. They are computed once from its rules."""

    rules: Rules
    deck: Deck
    set_masks: tuple[int, ...]
    bluff: bool
    #: The opponents of each seat, clockwise from that seat.
    opponents: tuple[tuple[int, ...], ...]
    set_values: tuple[int, ...]


class State(NamedTuple):
    """The state of a game after ``number`` moves.

    ``live`` has the cards of unresolved sets. ``may_pass``: whether the turn-holder has just
    claimed correctly, and the rules allow a pass. ``scorers`` has for each set the team that scored
    it, ``UNRESOLVED`` or ``NOBODY``. ``returned`` has the claims that must not be repeated
    (docs/rules.md, ``repeated_claim``).
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
        return self.table.rules

    @property
    def deck(self) -> Deck:
        return self.table.deck


@lru_cache(maxsize=1024)
def table_for(rules: Rules) -> Table:
    """The table for some rules. It is cached."""
    deck, players = DECKS[rules.deck], rules.players
    around = [[(seat + step) % players for step in range(1, players)] for seat in range(players)]
    return Table(
        rules=rules,
        deck=deck,
        set_masks=deck.set_masks,
        bluff=rules.ask_held_card == "bluff",
        opponents=tuple(tuple(s for s in row if (s ^ me) & 1) for me, row in enumerate(around)),
        set_values=tuple(set_value(rules, each) for each in deck.sets),
    )


def set_value(rules: Rules, card_set: CardSet) -> int:
    """The points that a set is worth (option ``high_sets_double``)."""
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
