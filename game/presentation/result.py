"""The page of a finished game: the sets that each team scored, and the dealt hands.

It shows every card, so it must be used only for games that have ended.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.models import Game
from game.presentation.hand import hand_groups
from game.presentation.view_models import Group, Line, SeatView, SetView, TableView
from literature.rules.decks import DECKS


class Book(NamedTuple):
    """A set that left play, its claimer, and whether the claim was wrong. The claimer is empty if
    the claim is unknown.
    """

    set: SetView
    claimer: str
    wrongly: bool


def books(table: TableView, claims: Sequence[Line], team: int | None) -> list[Book]:
    """The sets that a team scored (None: that nobody scored), in the order of their claims."""
    claim_of = {line.set_name: line for line in claims if line.revealed}
    won = [each for each in table.sets if not each.in_play and each.team == team]
    won.sort(key=lambda each: claim_of[each.name].number if each.name in claim_of else 0)
    found = []
    for card_set in won:
        claim = claim_of.get(card_set.name)
        claimer = table.seats[claim.seat].face.name if claim else ""
        found.append(Book(card_set, claimer, bool(claim and card_set.team != claim.seat % 2)))
    return found


def every_hand(
    game: Game, table: TableView, hands: Sequence[int]
) -> list[tuple[SeatView, tuple[Group, ...]]]:
    """The dealt hand of each seat, in groups of sets.

    Raise ValueError for a running game, because its hands are secret.
    """
    if not game.is_over:
        raise ValueError("the hands of a running game are secret")
    deck = DECKS[game.rules.deck]
    return [(each, hand_groups(deck, hands[each.number])) for each in table.seats]
