"""Makes a move: plans the move on a position, and stores it if the game has not changed since."""

from typing import Any

from game import row_values
from game.models import Game, Move
from game.play.idempotency import Request
from game.play.planning import Answer, Choose, plan
from game.play.position import Position, read_position
from game.play.store_move import store
from game.refusals import Refused
from game.rules.legality import IllegalMove
from game.rules.moves import Move as RulesMove
from game.rules.moves import move_of

#: A move is planned at most this number of times if the game changes meanwhile.
MOST_TRIES = 3


def act(
    game_id: str,
    move: RulesMove,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None = None,
    position: Position | None = None,
) -> Answer:
    """Make ``move``, which was chosen at ``version`` of the game.

    A ``request`` comes from the person at the move's seat. Without a request, a bot, the turn clock
    or a substitute moves. ``position`` is an earlier reading of the game. Raise ``IllegalMove``
    with a code of ``game.rules.legality``, or ``Refused`` with ``stale``, ``paused``,
    ``not_seated``, ``request_reused`` or ``newer_rules``. An error changes nothing.
    """
    choose: Choose = lambda _game, _seat: move  # noqa: E731
    return _act(choose, version, mover, request, position, pk=game_id)


def act_as(request: Request, choose: Choose, *, version: int, **where: Any) -> Answer:
    """Make a person's move in the game that ``where`` finds.

    ``choose(game, seat)`` parses the move, because parsing needs the game. Raise the errors of
    ``act`` and of ``choose``, and ``Game.DoesNotExist``.
    """
    return _act(choose, version, Move.Mover.PERSON, request, None, **where)


def _act(
    choose: Choose,
    version: int,
    mover: str,
    request: Request | None,
    held: Position | None,
    **where: Any,
) -> Answer:
    for _ in range(MOST_TRIES):
        refused: Exception | None = None
        try:
            position = held or read_position(**where)
            planned = plan(position, choose, version=version, mover=mover, request=request)
            if store(planned):
                return planned.answer
        except (IllegalMove, Refused, Game.DoesNotExist) as error:
            refused = error
        answered = answer_again(request, choose) if request else None
        if answered:
            return answered
        # The given position may be old. Before a refusal, plan again on a new reading.
        if refused and not held:
            raise refused
        held = None
    raise Refused("stale")


def answer_again(request: Request, choose: Choose) -> Answer | None:
    """The first answer to a request that was sent before; None for a new request.

    The request may have made a move in an earlier game; ``choose`` then parses the move for that
    game. Raise ``Refused`` (``request_reused``) if the request made another move.
    """
    made = request.move()
    if made is None:
        return None
    event = row_values.load_event(made.game.rules, made)
    if move_of(event) != choose(made.game, made.seat):
        raise Refused("request_reused")
    return Answer(made.game_id, made.game.rules, event)
