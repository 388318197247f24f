"""Plans a move: computes its effects on a position. It queries and stores nothing."""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from game import due_times, row_values
from game.models import Game, Move
from game.play.claim_pause import check_claim_timing
from game.refusals import Refused
from game.row_values import StoredGame
from literature.rules.apply import apply
from literature.rules.legality import IllegalMove
from literature.rules.moves import Ask, Claim, Event, Pass
from literature.rules.moves import Move as RulesMove
from literature.rules.state import FINISHED, State

#: A function that parses the move. It gets the game and the seat.
Choose = Callable[[Game, int], RulesMove]

#: An SQL statement or a part of one, and its values.
Sql = tuple[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request to move. Its ``id`` is unique over all games of the person: the same
    request again gets the first answer again.

    ``permission`` is a SELECT that checks whether the person may move, and finds the game. It has
    the columns ``game_id`` and ``refused``: the code of a refusal, or an empty string.
    """

    user_id: int
    id: str
    permission: Sql | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal move, with the ``game`` and the ``state`` after it.

    ``gives_pause_back``: whether the table waited for this claim. The pause then does not count as
    wasted. ``came_back``: whether the person had a substitute, which ends with this move.
    """

    before: StoredGame
    game: Game
    state: State
    event: Event
    mover: str
    request: Request | None
    made_at: datetime
    gives_pause_back: bool
    came_back: bool


@dataclass(frozen=True, slots=True)
class MadeMove:
    """The outcome of a move, and the game's row after it.

    ``came_back``: whether the person had a substitute, which ends with this move.
    """

    game: Game
    event: Event
    came_back: bool = False

    @property
    def version(self) -> int:
        """The game's version just after the move."""
        return self.event.number + 1


def plan(
    stored: StoredGame,
    choose: Choose,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None,
) -> Plan:
    """Plan the chosen move. Raise ``IllegalMove``, or ``Refused`` as ``play.act`` does.

    The position does not change.
    """
    game, now, bots = copy.copy(stored.game), stored.time.now, stored.bots
    seat = stored.seat_of(request.user_id).seat if request else game.turn
    move = choose(game, seat)
    if request and move.seat != seat:
        raise Refused("not_seated")
    _check(game, now, move, version, mover)
    before = stored.state
    if request and isinstance(move, Claim):
        check_claim_timing(game, seat)
    after, event = apply(before, move)
    absent = stored.substituted
    came_back = request is not None and seat in absent
    if came_back:
        absent.remove(seat)

    row_values.set_position(game, after)
    if after.phase == FINISHED or after.turn not in bots:
        game.bots_mode = Game.BotsMode.NORMAL  # It lasts until a person has the turn.
    if before.turn not in bots and after.turn != before.turn:
        game.slow_turns = max(0, game.slow_turns - 1)
    if event.seat not in bots:
        game.person_version = after.number
    game.shown_until = None
    seconds = due_times.shown_seconds(game, event, stored.told_less)
    if seconds:
        due_times.show(game, now, seconds)
    gives_pause_back = False
    if game.claim_pause_until is not None:
        gives_pause_back = game.claim_pause_seat == move.seat
        due_times.end_pause(game, now)
    turn_used = isinstance(move, Ask | Pass) or move.seat == before.turn
    if turn_used:
        game.turn_version = after.number
        game.substitute = after.turn in absent
    if after.phase == FINISHED:
        game.status = Game.Status.FINISHED
        game.finished_at = now
    due_times.schedule(game, after, bots, now, turn_used=turn_used, told_less=stored.told_less)
    if after.turn != before.turn or mover in row_values.HELPERS or after.phase == FINISHED:
        game.alert_at = due_times.alert_time(game, after, bots, now, alone=stored.is_alone)
    elif turn_used:
        game.alert_at = None  # Who has just moved knows whose turn it is.
    return Plan(stored, game, after, event, mover, request, now, gives_pause_back, came_back)


def _check(game: Game, now: datetime, move: RulesMove, version: int, mover: str) -> None:
    """Raise if the game has ended or the table waits for another player, or if the move is stale.

    A claim by a person or out of turn is checked only against the present state. Any other move is
    stale if a turn-holder has moved since it was chosen. A substitute's move is also stale if the
    person has moved or is back. A version newer than the game's belongs to another game.
    """
    if game.status == Game.Status.ABANDONED:
        raise IllegalMove("game_over")
    if due_times.is_paused(game, now) and game.claim_pause_seat != move.seat:
        raise Refused("paused")
    # While it was thinking, the bots may have been paused, or the person have come back.
    paused = mover == Move.Mover.BOT and game.bots_mode == Game.BotsMode.PAUSED
    ended = mover == Move.Mover.SUBSTITUTE and not game.substitute
    may_be_old = isinstance(move, Claim) and (mover == Move.Mover.PERSON or move.seat != game.turn)
    is_old = version < game.turn_version and not may_be_old
    if paused or ended or is_old or version > game.version:
        raise Refused("stale")
