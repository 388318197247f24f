"""Making a move."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from game import storage, timing
from game.history import results
from game.models import Game, Hand, Move
from game.play.claim_pause import DECLARATION_COLUMNS, check_not_paused, end_pause, give_pause_back
from game.play.idempotency import Request
from game.play.locked import Locked, locked
from game.play.pace import PACE_COLUMNS, follow_turn
from game.play.spectators import note_spectators
from game.refusals import Refused
from game.rules.apply import apply
from game.rules.moves import Ask, Claim, Event, Pass, move_of
from game.rules.moves import Move as RulesMove
from game.rules.options import Rules
from game.rules.refusals import IllegalMove
from game.rules.state import FINISHED, State

Choose = Callable[[Game, int], RulesMove]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move came to. ``version`` is the game's version just after it.

    ``came_back``: a bot moved for this person until now.
    """

    game_id: str
    rules: Rules
    event: Event
    came_back: bool = False

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
    a bot's, the clock's or a substitute's. Raises ``IllegalMove`` with a code of RULES.md, or
    ``Refused`` with ``stale paused not_seated request_reused``; then nothing has changed.
    """
    return _act(lambda _game, _seat: move, version, mover, request, pk=game_id)


def act_as(request: Request, choose: Choose, *, version: int, **where: Any) -> Answer:
    """Make a person's move in the game that ``where`` finds: it is found and locked in one.

    ``choose(game, seat)`` says which move it is, for who must know the game to read it. Raises
    what ``act`` and ``choose`` do, and ``Game.DoesNotExist`` where this person plays in none.
    """
    where |= {"players__user_id": request.user_id}
    return _act(choose, version, Move.Mover.PERSON, request, **where)


def _act(choose: Choose, version: int, mover: str, request: Request | None, **where: Any) -> Answer:
    try:
        with transaction.atomic():
            here = locked(request, **where)
            if here.is_known:
                raise Refused("request_reused")
            return _made(here, choose, version, mover, request)
    except (IllegalMove, Refused, IntegrityError, Game.DoesNotExist):
        # Also while this one waited for the lock, the same request may have been carried out.
        answered = _answer_again(request, choose) if request else None
        if answered is None:
            raise
        return answered


def _made(
    here: Locked, choose: Choose, version: int, mover: str, request: Request | None
) -> Answer:
    game, now = here.game, here.now
    seat = here.seat_of(request.user_id).seat if request else game.turn
    move = choose(game, seat)
    if request and move.seat != seat:
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
    follow_turn(game, before, after, here.bots)
    timing.show_move(game, event, now)
    came_back = request is not None and seat in here.substituted
    absent = here.substituted - {seat} if came_back else here.substituted
    _save_game(here, before, after, move, absent)
    return Answer(game.id, game.rules, event, came_back)


def _answer_again(request: Request, choose: Choose) -> Answer | None:
    """The first answer to what this person has sent before; None if they have not.

    It may have been for a game that is over by now, and is read as it was meant there.
    """
    made = request.move()
    if made is None:
        return None
    event = storage.load_event(made.game.rules, made)
    if move_of(event) != choose(made.game, made.seat):
        raise Refused("request_reused")
    return Answer(made.game_id, made.game.rules, event)


def _check_fresh(game: Game, move: RulesMove, version: int, mover: str) -> None:
    # A person's claim is judged on the state it meets; an ask or a pass only means what it was
    # meant to while the turn has not been used. What is done for somebody else must never come
    # after what they have done themselves, nor after they have come back to do it. And what was
    # chosen later than now was chosen in another game.
    if mover == Move.Mover.SUBSTITUTE and not game.substitute:
        raise Refused("stale")
    may_be_old = isinstance(move, Claim) and (mover == Move.Mover.PERSON or move.seat != game.turn)
    if mover == Move.Mover.BOT and game.bots_mode == Game.BotsMode.PAUSED:
        # It was thinking when the bots were paused.
        raise Refused("stale")
    is_old = version < game.turn_version and not may_be_old
    if is_old or version > game.version:
        raise Refused("stale")


def _save_hands(hands: Sequence[Hand], after: State) -> None:
    for hand, live in zip(hands, after.hands, strict=True):
        if hand.live != live:
            hand.live = live
            hand.save(update_fields=["live"])


def _save_game(
    here: Locked, before: State, after: State, move: RulesMove, absent: Collection[int]
) -> None:
    """Store what the move came to. ``absent``: the seats for which a bot makes every move."""
    game, now = here.game, here.now
    storage.set_position(game, after)
    if game.declaring_until is not None:
        give_pause_back(here, move.seat)
        end_pause(game, now)
    turn_used = isinstance(move, Ask | Pass) or move.seat == before.turn
    if turn_used:
        game.turn_version = after.number
        game.substitute = after.turn in absent
    if after.phase == FINISHED:
        game.status = Game.Status.FINISHED
        game.finished_at = now
        results.write(game, here.players)
        note_spectators(game, here.players, now)
    timing.schedule(game, after, here.bots, now, turn_used=turn_used)
    here.save(
        *storage.POSITION,
        *timing.SCHEDULE,
        *DECLARATION_COLUMNS,
        *PACE_COLUMNS,
        "turn_version",
        "substitute",
        "status",
        "finished_at",
    )
