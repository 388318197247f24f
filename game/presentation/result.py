"""The page of a finished game: sets, dealt hands and the listed moves.

It shows every card, so it must be used only for games that have ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.models import Game
from game.presentation.move_text import team_name
from game.presentation.table import hand_groups
from game.presentation.view_models import Card, Group, Line, SeatView, SetView, TableView
from literature.rules.decks import DECKS


@dataclass(frozen=True, slots=True)
class ResolvedSet:
    """A set that left play: its claimer, the outcome, and ``cloth``, the colour of the book that is
    drawn for it.
    """

    label: str
    cloth: str
    claimer: str
    wrongly: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A team at the end: its points, its sets and its players."""

    team: int
    name: str
    score: int
    won: bool
    sets: tuple[ResolvedSet, ...]
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealt hand of a seat. The cards are grouped by set."""

    seat: SeatView
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A move in the list of moves."""

    line: Line

    @property
    def held(self) -> list[tuple[str, list[Card]]]:
        """For a claim, each true holder with their cards."""
        holders: dict[str, list[Card]] = {}
        for card, _seat, holder, _misplaced in self.line.revealed:
            holders.setdefault(holder, []).append(card)
        return list(holders.items())


@dataclass(frozen=True, slots=True)
class Result:
    """The view model of a finished game's page. ``you`` is the viewer's team."""

    sides: tuple[Side, Side]
    lost: tuple[ResolvedSet, ...]
    dealt: tuple[Dealt, ...]
    log: tuple[Entry, ...]
    you: int | None


def result_of(
    game: Game,
    table: TableView,
    listed: Sequence[Line],
    claims_made: Sequence[Line],
    hands: Sequence[int],
    seat: int | None,
) -> Result:
    """The result of ``game`` for the player at ``seat``, or for other viewers if ``seat`` is None.

    ``table`` is the final table, ``listed`` has the moves to list, and ``hands`` the dealt hands.
    """
    claims = {line.set_name: line for line in claims_made if line.revealed}
    names = [each.face.name for each in table.seats]

    def resolved_set(card_set: SetView, claim: Line | None) -> ResolvedSet:
        claimer = names[claim.seat] if claim else ""
        wrongly = claim is not None and card_set.team != claim.seat % 2
        return ResolvedSet(card_set.label, card_set.cloth, claimer, wrongly)

    def resolved(team: int | None) -> tuple[ResolvedSet, ...]:
        won = [each for each in table.sets if not each.in_play and each.team == team]
        won.sort(key=lambda each: claims[each.name].number if each.name in claims else 0)
        return tuple(resolved_set(each, claims.get(each.name)) for each in won)

    def side(team: int) -> Side:
        seats = tuple(each for each in table.seats if each.team == team)
        won = table.winner == team
        return Side(team, team_name(team), table.shelves[team].score, won, resolved(team), seats)

    return Result(
        sides=(side(0), side(1)),
        lost=resolved(None),
        dealt=every_hand(game, table, hands),
        log=tuple(Entry(line) for line in listed),
        you=None if seat is None else seat % 2,
    )


def every_hand(game: Game, table: TableView, hands: Sequence[int]) -> tuple[Dealt, ...]:
    """The dealt hand of each seat.

    Raise ValueError for a running game, because its hands are secret.
    """
    if not game.is_over:
        raise ValueError("the hands of a running game are secret")
    deck = DECKS[game.rules.deck]
    return tuple(Dealt(each, hand_groups(deck, hands[each.number])) for each in table.seats)
