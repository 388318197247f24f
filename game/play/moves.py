"""Making a move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from game import storage, timing
from game.history import parts
from game.models import Game, Hand, Move
from game.play.declaring import (
    DECLARATION_COLUMNS,
    check_not_paused,
    end_pause,
    give_pause_back,
)
from game.play.locked import Locked, locked
from game.refusals import Refused
from game.rules.apply import apply
from game.rules.dials import Rules
from game.rules.moves import Ask, Claim, Event, Pass, move_of
from game.rules.moves import Move as RulesMove
from game.rules.refusals import IllegalMove
from game.rules.state import FINISHED, State


@dataclass(frozen=True, slots=True)
class Request:
    """A person's name for what they sent: the same id again gets the first answer again."""

    user_id: int
    id: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move came to. ``version`` is the game's version just after it."""

    game_id: str
    rules: Rules
    event: Event

    @property
    def version(self) -> int:
        return self.event.number + 1


def act(
    game_id: str,
    move: RulesMove,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None = None,
) -> Answer:
    """Make ``move``, which was chosen when the game was at ``version``.

    With a ``request`` the mover is that person, who must sit at the move's seat; without one it is
    a bot's, the clock's or a stand-in's. Raises ``IllegalMove`` with a code of RULES.md, or
    ``Refused`` with ``stale paused not_seated request_reused``; then nothing has changed.
    """
    return _act(lambda _here: move, version, mover, request, pk=game_id)


def act_as(
    request: Request, choose: Callable[[Game, int], RulesMove], *, version: int, **where: Any
) -> Answer:
    """Make a person's move in the game that ``where`` finds: it is found and locked in one.

    ``choose(game, seat)`` says which move it is, for who must know the game to read it. Raises
    what ``act`` and ``choose`` do, and ``Game.DoesNotExist`` where this person plays in none.
    """

    def chosen(here: Locked) -> RulesMove:
        return choose(here.game, here.seat_of(request.user_id).seat)

    where |= {"players__user_id": request.user_id}
    return _act(chosen, version, Move.Mover.PERSON, request, **where)


def _act(
    choose: Callable[[Locked], RulesMove],
    version: int,
    mover: str,
    request: Request | None,
    **where: Any,
) -> Answer:
    chosen = None
    try:
        with transaction.atomic():
            here = locked(**where)
            chosen = here.game.id, choose(here)
            return _made(here, chosen[1], version, mover, request)
    except (IllegalMove, Refused, IntegrityError):
        # What was made before can't be made again; so only now is it looked whether it was.
        answered = _answer_again(*chosen, request) if chosen and request else None
        if answered is None:
            raise
        return answered


def _made(
    here: Locked, move: RulesMove, version: int, mover: str, request: Request | None
) -> Answer:
    game, now = here.game, timezone.now()
    if request and here.seat_of(request.user_id).seat != move.seat:
        raise Refused("not_seated")
    if game.status == Game.Status.ABANDONED:
        raise IllegalMove("game_over")
    check_not_paused(game, move.seat, now)
    _check_fresh(game, move, version, mover)
    hands = list(game.hands.all())
    before = storage.load_state(game, hands)
    after, event = apply(before, move)
    Move.objects.create(
        game=game,
        mover=mover,
        user_id=request.user_id if request else None,
        request_id=request.id if request else "",
        made_at=now,
        **storage.event_columns(game.rules, event),
    )
    _save_hands(hands, after)
    _save_game(here, before, after, move, now)
    return Answer(game.id, game.rules, event)


def _answer_again(game_id: str, move: RulesMove, request: Request) -> Answer | None:
    """The first answer to what this person has sent before; None if they have not."""
    sent = Move.objects.filter(game=game_id, user=request.user_id, request_id=request.id)
    answered = sent.select_related("game").first()
    if answered is None:
        return None
    rules = answered.game.rules
    event = storage.load_event(rules, answered)
    if move_of(event) != move:
        raise Refused("request_reused")
    return Answer(game_id, rules, event)


def _check_fresh(game: Game, move: RulesMove, version: int, mover: str) -> None:
    # A person's claim is judged on the state it meets; an ask or a pass only means what it was
    # meant to while the turn has not been used. What is done for somebody else must never come
    # after what they have done themselves, nor after they have come back to do it.
    if mover == Move.Mover.STAND_IN and not game.stand_in:
        raise Refused("stale")
    may_be_old = isinstance(move, Claim) and (mover == Move.Mover.PERSON or move.seat != game.turn)
    if not may_be_old and not game.turn_version <= version <= game.version:
        raise Refused("stale")


def _save_hands(hands: Sequence[Hand], after: State) -> None:
    for hand, live in zip(hands, after.hands, strict=True):
        if hand.live != live:
            hand.live = live
            hand.save(update_fields=["live"])


def _save_game(here: Locked, before: State, after: State, move: RulesMove, now: datetime) -> None:
    game = here.game
    storage.set_position(game, after)
    if game.declaring_until is not None:
        give_pause_back(here, move.seat)
        end_pause(game, now)
    turn_used = isinstance(move, Ask | Pass) or move.seat == before.turn
    if turn_used:
        game.turn_version = after.number
        game.stand_in = False
    if after.phase == FINISHED:
        game.status = Game.Status.FINISHED
        game.finished_at = now
        parts.write(game, here.players)
    timing.schedule(game, after, here.bots, now, turn_used=turn_used)
    here.save(
        *storage.POSITION,
        *timing.SCHEDULE,
        *DECLARATION_COLUMNS,
        "turn_version",
        "stand_in",
        "status",
        "finished_at",
        "in_history",
    )
