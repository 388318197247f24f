"""Converts rows to values and back: a game's rows to a ``State`` or a ``StoredGame``, a
``Move`` row to an event.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q

from game import database_time
from game.models import Game, Hand, Move, Player
from game.refusals import Refused
from literature.rules.cards import CARDS, parse_card
from literature.rules.decks import DECKS
from literature.rules.information_state import ASKS_SHOWN
from literature.rules.moves import Asked, Claimed, Event, Holders, Passed
from literature.rules.options import Rules
from literature.rules.state import FINISHED, UNRESOLVED, State, table_for


def load_state(game: Game, hands: Sequence[Hand]) -> State:
    """The stored state. ``hands`` has the rows of the game's hands, in the order of the seats."""
    table = table_for(game.rules)
    unresolved = [
        card_set.mask
        for card_set, scorer in zip(table.deck.sets, game.scorers, strict=True)
        if scorer == UNRESOLVED
    ]
    return State(
        table=table,
        number=game.version,
        hands=tuple(hand.live for hand in hands),
        turn=game.turn,
        phase=game.phase,
        live=sum(unresolved),
        may_pass=game.may_pass,
        scores=game.scores,
        scorers=tuple(game.scorers),
        returned=frozenset(_holders(claim) for claim in game.returned),
    )


@dataclass(frozen=True)
class GameWithPlayers:
    """A game with its players."""

    game: Game
    players: Sequence[Player]

    @property
    def bots(self) -> set[int]:
        """The seats of bots."""
        return {player.seat for player in self.players if player.bot}

    @property
    def substituted(self) -> set[int]:
        """The seats of people with a substitute."""
        return {player.seat for player in self.players if player.has_substitute}

    @property
    def is_alone(self) -> bool:
        """Whether one person plays with bots at all other seats."""
        return sum(not player.bot for player in self.players) == 1

    @property
    def told_less(self) -> int | None:
        """The seat of the person for whom the bots move faster and faster until it is their turn.

        It is None if other people play, too, if a turn clock runs, or if the person has chosen to
        be told more.
        """
        person = next((player for player in self.players if not player.bot), None)
        if person is None or not self.is_alone or self.game.table["turn_seconds"]:
            return None
        return None if person.telling == "more" else person.seat

    def seat_of(self, user_id: int) -> Player:
        """The player with this user. Raise ``Refused`` (``not_seated``) if there is none."""
        for player in self.players:
            if player.user_id == user_id:
                return player
        raise Refused("not_seated")


@dataclass(frozen=True)
class StoredGame(GameWithPlayers):
    """A game at one version, with its players, its dealt hands and its state.

    It is immutable: nobody changes it or its rows. ``time`` has the time at which it was read, and
    computes the present time.
    """

    #: The dealt hand of each seat, as a bit set.
    dealt: tuple[int, ...]
    state: State
    time: database_time.Reading


def players_of(game: Game) -> tuple[Player, ...]:
    """The players, with the preferences of people that concern the game."""
    keys = ("telling", "hand_sort")
    return tuple(game.players.annotate(**{key: F(f"user__preferences__{key}") for key in keys}))


def read_stored_game(game_id: str) -> StoredGame:
    """A game as a value. Raise ``Game.DoesNotExist`` if there is no such game.

    One statement reads the game and its hands, so that both have the same version. The players are
    read later and may be newer. If a person has left, or a substitute has begun or stopped,
    ``Game.edition`` has grown, so no move can be stored on this value.
    """
    rows = Hand.objects.filter(game_id=game_id).select_related("game")
    hands = list(rows.annotate(now=database_time.expression()).order_by("seat"))
    if not hands:
        raise Game.DoesNotExist
    game = hands[0].game
    return StoredGame(
        game,
        players_of(game),
        tuple(hand.dealt for hand in hands),
        load_state(game, hands),
        database_time.Reading(hands[0].now),
    )


#: The columns of ``Game`` that ``set_position`` sets.
POSITION = ["version", "turn", "phase", "may_pass", "score_0", "score_1", "scorers", "returned"]


#: The values of ``Move.mover`` for moves that the turn clock or a substitute made for a player.
HELPERS = (Move.Mover.TURN_CLOCK, Move.Mover.SUBSTITUTE)


def set_position(game: Game, state: State) -> None:
    """Set the columns of a game to the public part of a state.

    The hands are stored in their own rows.
    """
    game.version = state.number
    game.turn = state.turn
    game.phase = state.phase
    game.may_pass = state.may_pass
    game.score_0, game.score_1 = state.scores
    game.scorers = list(state.scorers)
    game.returned = sorted(state.returned)


def event_columns(rules: Rules, event: Event) -> dict[str, object]:
    """The columns of ``Move`` that store an event."""
    columns: dict[str, object] = {"number": event.number, "seat": event.seat}
    if isinstance(event, Asked):
        columns |= {
            "kind": Move.Kind.ASK,
            "card": CARDS[event.card],
            "other": event.of,
            "hit": event.hit,
        }
    elif isinstance(event, Claimed):
        columns |= {
            "kind": Move.Kind.CLAIM,
            "card_set": DECKS[rules.deck].sets[event.card_set].name,
            "holders": event.holders,
            "outcome": event.outcome,
            "revealed": event.revealed,
        }
    else:
        columns |= {"kind": Move.Kind.PASS, "other": event.to}
    return columns


def load_event(rules: Rules, move: Move) -> Event:
    """The event that a row stores."""
    row: Any = move  # The columns of the other kinds of moves are null.
    if row.kind == Move.Kind.ASK:
        return Asked(row.number, row.seat, parse_card(row.card), row.other, row.hit)
    if row.kind == Move.Kind.CLAIM:
        return Claimed(
            row.number,
            row.seat,
            DECKS[rules.deck].set_index(row.card_set),
            _holders(row.holders),
            row.outcome,
            None if row.revealed is None else _holders(row.revealed),
        )
    return Passed(row.number, row.seat, row.other)


def load_log(game: Game, since: int = 0) -> list[Event]:
    """The events of a game from number ``since`` on, oldest first.

    Events that are newer than ``game`` are left out.
    """
    return [load_event(game.rules, move) for move in load_moves(game, since)]


def load_moves(game: Game, since: int = 0) -> list[Move]:
    """The rows of the events that ``load_log`` returns."""
    return list(game.moves.filter(number__gte=since, number__lt=game.version))


def load_shown_log(game: Game, most_asks: int | None = None) -> tuple[list[Event], dict[int, str]]:
    """Read only the events that an observation of this game may show now (as ``events_of_rows``).

    These are all claims and passes, and the latest asks: as many as the ``history`` option shows
    (after the end, all asks), but at most ``most_asks``. Events that are newer than ``game`` are
    left out.
    """
    moves = game.moves.filter(number__lt=game.version)
    asks_shown = None if game.phase == FINISHED else ASKS_SHOWN[game.rules.history]
    limits = [limit for limit in (asks_shown, most_asks) if limit is not None]
    if limits:
        asks = moves.filter(kind=Move.Kind.ASK).order_by("-number")
        latest = list(asks.values_list("number", flat=True)[: min(limits)])
        moves = moves.filter(~Q(kind=Move.Kind.ASK) | Q(number__in=latest))
    return events_of_rows(game, list(moves))


def without_old_asks(log: Sequence[Event], most_asks: int) -> tuple[Event, ...]:
    """The log with all claims and passes, but only the latest asks, up to ``most_asks``."""
    asks = [event.number for event in log if isinstance(event, Asked)][-most_asks:]
    oldest = asks[0] if asks else 0
    return tuple(each for each in log if not isinstance(each, Asked) or each.number >= oldest)


def events_of_rows(game: Game, moves: Sequence[Move]) -> tuple[list[Event], dict[int, str]]:
    """The events that rows store, and the result of ``helped_in``."""
    return [load_event(game.rules, move) for move in moves], helped_in(moves)


def helped_in(moves: Iterable[Move]) -> dict[int, str]:
    """By number, the mover of each move that the turn clock or a substitute made for a player."""
    return {move.number: move.mover for move in moves if move.mover in HELPERS}


def _holders(pairs: Iterable[Sequence[int]]) -> Holders:
    return tuple((card, seat) for card, seat in pairs)
