"""Makes a move: the one way for people, bots, the turn clock and substitutes.

A move is planned on a position, and stored only if the game is still in this position. If it is
not, the position is read again, and the move is planned again.
"""

from game import row_values
from game.models import Game, Move
from game.play.planning import Answer, Choose, plan
from game.play.position import Position, read_position
from game.play.request import Request
from game.play.store_move import store
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from literature.rules.moves import Move as RulesMove
from literature.rules.moves import move_of

#: A move is planned on at most this number of readings, if the game changes each time.
MOST_READINGS = 3


def act(
    game_id: str | None,
    move: RulesMove | Choose,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None = None,
    position: Position | None = None,
) -> Answer:
    """Make ``move``, which was chosen at ``version`` of the game.

    ``move`` may be a function that parses the move, because parsing needs the game. A ``request``
    comes from a person; without a request, a bot, the turn clock or a substitute moves. If the
    request has a permission, it also finds the game, and ``game_id`` may be None. ``position`` is
    an earlier reading of the game.

    Raise ``IllegalMove`` with a code of ``literature.rules.legality``, or ``Refused`` with
    ``stale``, ``paused``, ``not_seated``, ``request_reused``, ``newer_rules`` or a code of the
    permission, or ``Game.DoesNotExist``. An error changes nothing.
    """
    choose: Choose = move if callable(move) else lambda _game, _seat: move
    for held in [position] * (position is not None) + [None] * MOST_READINGS:
        refused: Exception | None = None
        try:
            planned = plan(
                held or _read(game_id, request),
                choose,
                version=version,
                mover=mover,
                request=request,
            )
            if store(planned):
                return Answer(planned.game, planned.event, planned.came_back)
        except (IllegalMove, Refused, Game.DoesNotExist) as error:
            refused = error
        answered = _first_answer(request, choose) if request else None
        if answered:
            return answered
        # The held position may be old. Before a refusal, plan again on a reading.
        if refused and not held:
            raise refused
    raise Refused("stale")


def _read(game_id: str | None, request: Request | None) -> Position:
    if request and request.permission:
        game_id = request.permission.check()
    assert game_id
    return read_position(game_id)


def _first_answer(request: Request, choose: Choose) -> Answer | None:
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
    return Answer(made.game, event)
