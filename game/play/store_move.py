"""Stores a planned move.

Plain SQL writes the game, the move and the hands, because Django's ORM would take several times as
long as the database. The UPDATE of the game's row decides whether the move is stored: the row must
have the version and the edition with which the move was planned, and the request must be new.
PostgreSQL checks these conditions again if it had to wait for the row.
"""

from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import Any

from django.db import IntegrityError, connection, models, transaction
from django.db.backends.utils import CursorWrapper

from game import due_times, row_values
from game.history import results
from game.live import notifications, tracing
from game.models import Game, Move, Player
from game.play.claim_pause import CLAIM_PAUSE_COLUMNS
from game.play.last_spectators import record_spectators
from game.play.pace import PACE_COLUMNS
from game.play.planning import Plan
from game.review import reviews

#: The columns of ``Game`` that a move may change.
COLUMNS = [
    *row_values.POSITION,
    *due_times.SCHEDULE,
    *CLAIM_PAUSE_COLUMNS,
    *PACE_COLUMNS,
    "turn_version",
    "substitute",
    "status",
    "finished_at",
]


def store(plan: Plan) -> bool:
    """Store a move and its effects. Return whether it was stored.

    It is not stored if the game has changed since the position was read, or if the request has
    already made a move.
    """
    game, players = plan.game, plan.before.players
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                if not _update_game(cursor, plan):
                    return False
                _insert_move(cursor, plan)
                _update_hands(cursor, plan)
            if plan.gives_pause_back:
                mine = Player.objects.filter(game=game.pk, seat=plan.event.seat)
                mine.update(pauses_wasted=models.F("pauses_wasted") - 1)
            if game.is_over:
                results.write(game, players)
                record_spectators(game, players, plan.made_at)
                reviews.request_for_people(game, players, plan.made_at)
            transaction.on_commit(partial(tracing.committed, game.id, game.version))
            notifications.publish_game(game.id, game.version, is_due=game.due_at is not None)
    except IntegrityError:
        # This happens, for example, if the account of the person who moves was deleted meanwhile.
        return False
    return True


def _update_game(cursor: CursorWrapper, plan: Plan) -> bool:
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
    cursor.execute(sql, values)
    return cursor.rowcount == 1


def _insert_move(cursor: CursorWrapper, plan: Plan) -> None:
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
    columns, places = ", ".join(values), ", ".join(["%s"] * len(values))
    cursor.execute(f"INSERT INTO game_move ({columns}) VALUES ({places})", list(values.values()))


def _update_hands(cursor: CursorWrapper, plan: Plan) -> None:
    pairs = enumerate(zip(plan.before.state.hands, plan.state.hands, strict=True))
    changed = {seat: after for seat, (before, after) in pairs if before != after}
    if not changed:
        return
    cases = " ".join(["WHEN %s THEN %s"] * len(changed))
    places = ", ".join(["%s"] * len(changed))
    cursor.execute(
        f"UPDATE game_hand SET live = CASE seat {cases} END"
        f" WHERE game_id = %s AND seat IN ({places})",
        [*chain(*changed.items()), plan.game.pk, *changed],
    )


def _prepared(model: type[models.Model], columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns by their database names, with their values in the form that the database
    stores.
    """
    fields = ((model._meta.get_field(name), value) for name, value in columns.items())
    return {
        str(field.column): field.get_db_prep_save(value, connection)  # type: ignore[union-attr]
        for field, value in fields
    }
