"""Makes and stores a move: the one way for people, bots, the turn clock and substitutes.

A move is planned on a position, and stored only if the game is still in this position. If it is
not, the position is read again, and the move is planned again.

Plain SQL writes the game, the move and the hands, because Django's ORM would take several times as
long as the database. The UPDATE of the game's row decides whether the move is stored: the row must
have the version and the edition with which the move was planned, the request must be new, and the
person must have permission. PostgreSQL checks the version and the edition again if it had to wait
for the row. It writes the game, the move and the hands with one statement.
"""

from collections.abc import Mapping
from contextlib import nullcontext
from itertools import chain

import psycopg
from django.db import IntegrityError, connection, models, transaction

from game import due_times, row_values
from game.models import Game, Hand, Move, Player
from game.play import results, review_request
from game.play.ending import record_spectators
from game.play.planning import Choose, MadeMove, Plan, Request, Sql, plan
from game.refusals import Refused
from game.row_values import StoredGame, read_stored_game
from literature.rules.legality import IllegalMove
from literature.rules.moves import Move as RulesMove
from literature.rules.moves import move_of
from live import notifications

#: A move is planned on at most this number of readings, if the game changes each time.
MOST_READINGS = 3

#: The columns of ``Game`` that a move may change.
COLUMNS = [
    *row_values.POSITION,
    *due_times.SCHEDULE,
    *due_times.CLAIM_PAUSE_COLUMNS,
    "turn_version",
    "person_version",
    "alert_at",
    "slow_turns",
    "bots_mode",
    "substitute",
    "status",
    "finished_at",
]


def act(
    game_id: str | None,
    move: RulesMove | Choose,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None = None,
    stored: StoredGame | None = None,
) -> MadeMove:
    """Make ``move``, which was chosen at ``version`` of the game.

    ``move`` may be a function that parses the move, because parsing needs the game. A ``request``
    comes from a person; without a request, a bot, the turn clock or a substitute moves. If the
    request has a permission, it also finds the game, and ``game_id`` may be None. ``stored`` is
    an earlier reading of the game.

    Raise ``IllegalMove`` with a code of ``literature.rules.legality``, or ``Refused`` with
    ``stale``, ``paused``, ``not_seated``, ``not_your_turn`` (a person's claim), ``request_reused``,
    ``newer_rules`` or a code of the permission, or ``Game.DoesNotExist``. An error changes nothing.
    """
    choose: Choose = move if callable(move) else lambda _game, _seat: move
    for held in [stored] * (stored is not None) + [None] * MOST_READINGS:
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
                return MadeMove(planned.game, planned.event, planned.came_back)
        except (IllegalMove, Refused, Game.DoesNotExist) as error:
            refused = error
        answered = _first_answer(request, choose) if request else None
        if answered:
            return answered
        # The held position may be old. Before a refusal, plan again on a reading.
        if refused and not held:
            raise refused
    raise Refused("stale")


def _read(game_id: str | None, request: Request | None) -> StoredGame:
    if request and request.permission:
        with connection.cursor() as cursor:
            cursor.execute(*request.permission)
            game_id, refused = cursor.fetchone() or (None, "no_room")
        if refused:
            raise Refused(refused)
    assert game_id
    return read_stored_game(game_id)


def _first_answer(request: Request, choose: Choose) -> MadeMove | None:
    """The first answer to a request that was sent before; None for a new request.

    The request may have made a move in an earlier game of the room; ``choose`` then parses the move
    for that game. Raise ``Refused`` (``request_reused``) if the request made another move.
    """
    moves = Move.objects.filter(user=request.user_id, request_id=request.id)
    made = moves.select_related("game").first()
    if made is None:
        return None
    event = row_values.load_event(made.game.rules, made)
    if move_of(event) != choose(made.game, made.seat):
        raise Refused("request_reused")
    return MadeMove(made.game, event)


def store(plan: Plan) -> bool:
    """Store a move and its effects. Return whether it was stored.

    It is not stored if the game has changed since the position was read, if the person has no
    permission any more, if the request has already made a move, or after an ``IntegrityError``.
    """
    game, players = plan.game, plan.before.players
    # PostgreSQL needs only one statement for most moves.
    one_statement = connection.vendor == "postgresql" and not connection.in_atomic_block
    several = not one_statement or plan.gives_pause_back or game.is_over
    try:
        with transaction.atomic() if several else nullcontext():
            if not _write(plan):
                return False
            if plan.gives_pause_back:
                waiting = Player.objects.filter(game=game.pk, seat=plan.event.seat)
                waiting = waiting.filter(pauses_wasted__gt=0)
                waiting.update(pauses_wasted=models.F("pauses_wasted") - 1)
            if game.is_over:
                results.write(game, players)
                record_spectators(game, players, plan.made_at)
                review_request.request_for_people(game, players, plan.made_at)
            is_due = game.due_at is not None
            notifications.publish_game(game.id, game.version, game.room_code, is_due=is_due)
    except IntegrityError:
        # This happens, for example, if the account of the person who moves was deleted meanwhile.
        return False
    return True


def _write(plan: Plan) -> bool:
    """Write the game, the move and the hands. Return whether the move was stored."""
    update, insert, hands = _update_game(plan), _insert_move(plan), _update_hands(plan)
    if connection.vendor != "postgresql":  # SQLite allows only SELECT in a WITH clause.
        with connection.cursor() as cursor:
            cursor.execute(*update)
            if cursor.rowcount != 1:
                return False
            for statement in filter(None, [insert, hands]):
                cursor.execute(*statement)
        return True
    # One statement writes all rows, or none. It returns a row if the move was stored.
    sql = f"WITH stored AS ({update[0]} RETURNING id), moved AS ({insert[0]} FROM stored)"
    values = [*update[1], *insert[1]]
    if hands:
        sql += f", dealt AS ({hands[0]} AND EXISTS (SELECT 1 FROM stored))"
        values += hands[1]
    connection.ensure_connection()
    # Unlike Django's cursors, this cursor lets psycopg prepare a statement that the connection has
    # executed a few times.
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(f"{sql} SELECT 1 FROM stored", values).rowcount == 1


def _update_game(plan: Plan) -> Sql:
    before, after = plan.before.game, plan.game
    # Write only changed columns. Always write the due time, because a scheduler's lease may have
    # changed it in the row.
    changes = {each for each in COLUMNS if getattr(before, each) != getattr(after, each)}
    changes.add("due_at")
    changed = _prepared(Game, {each: getattr(after, each) for each in sorted(changes)})
    columns = ", ".join(f"{column} = %s" for column in changed)
    sql = f"UPDATE game_game SET {columns} WHERE id = %s AND version = %s AND edition = %s"
    values = [*changed.values(), before.pk, before.version, before.edition]
    if plan.request:
        sql += " AND NOT EXISTS (SELECT 1 FROM game_move WHERE user_id = %s AND request_id = %s)"
        values += [plan.request.user_id, plan.request.id]
        if plan.request.permission:
            select, of_select = plan.request.permission
            sql += f" AND id = (SELECT game_id FROM ({select}) AS permission WHERE refused = '')"
            values += of_select
    return sql, values


def _insert_move(plan: Plan) -> Sql:
    values = _prepared(
        Move,
        {
            "game": plan.game.pk,
            "mover": plan.mover,
            "user": plan.request.user_id if plan.request else None,
            "request_id": plan.request.id if plan.request else "",
            "made_at": plan.made_at,
            **row_values.event_columns(plan.game.rules, plan.event),
        },
    )
    # PostgreSQL could not know the type of a parameter that is None.
    values = {column: value for column, value in values.items() if value is not None}
    columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
    return f"INSERT INTO game_move ({columns}) SELECT {places}", list(values.values())


def _update_hands(plan: Plan) -> Sql | None:
    """Return None if the move changes no hand."""
    pairs = enumerate(zip(plan.before.state.hands, plan.state.hands, strict=True))
    live = Hand._meta.get_field("live")
    changed = {
        seat: live.get_db_prep_save(after, connection)
        for seat, (before, after) in pairs
        if before != after
    }
    if not changed:
        return None
    cases = " ".join(["WHEN %s THEN %s"] * len(changed))
    places = ", ".join(["%s"] * len(changed))
    sql = f"UPDATE game_hand SET live = CASE seat {cases} END WHERE game_id = %s"
    return f"{sql} AND seat IN ({places})", [*chain(*changed.items()), plan.game.pk, *changed]


def _prepared(model: type[models.Model], columns: Mapping[str, object]) -> dict[str, object]:
    """The columns by their database names, with their values in the form that the database
    stores.
    """
    fields = ((model._meta.get_field(name), value) for name, value in columns.items())
    return {
        str(field.column): field.get_db_prep_save(value, connection)  # type: ignore[union-attr]
        for field, value in fields
    }
