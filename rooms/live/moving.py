"""Makes a person's move, sent by a socket or by POST.

If the process has a hub for the room, the move is usually planned on the hub's snapshot. The UPDATE
of the game's row then also checks the person's permission, and that the snapshot is still right. If
nothing is stored, everything is read and checked again.
"""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from game import play
from game.models import Game
from game.play import Plan, Sql
from game.presentation.rendering import in_one_language
from game.refusals import Refused
from game.rules.legality import IllegalMove
from rooms.live import active_tab, presence
from rooms.live.snapshot import Snapshot
from rooms.live.updates import (
    RenderCache,
    Rendered,
    Updates,
    Wanted,
    read_updates,
    rendered,
    updates_of,
)
from rooms.models import Room
from rooms.request_fields import Fields, answered, chosen, integer, request_id

PERSON_IN_ROOM = (
    "FROM rooms_room room JOIN accounts_user person ON person.id = %s"
    " LEFT JOIN rooms_seat seat ON seat.room_id = room.id AND seat.user_id = person.id WHERE"
)
HAS_SESSION = "EXISTS (SELECT 1 FROM django_session WHERE session_key = %s AND expire_date > %s)"
PLAYS = "EXISTS (SELECT 1 FROM game_player WHERE game_id = room.game_id AND user_id = person.id)"


@dataclass(frozen=True, slots=True)
class Sent:
    """A move with the session and the tab of the person who sent it. A program has no tab."""

    user_id: int
    session_key: str | None
    tab: str
    kind: str
    fields: Fields


@in_one_language()
def make_move(
    code: str, sent: Sent, cache: RenderCache | None = None, wanted: Collection[Wanted] = ()
) -> tuple[dict[str, Any], Updates | None]:
    """Make a move. Return its answer. If ``cache`` is the render cache of a hub, also return the
    updates for the hub's connections.

    Raise as ``play.act`` does, and ``Refused`` with ``bad_request``, ``no_name``, ``no_room``,
    ``not_playing`` or ``other_tab``.
    """
    request = play.Request(sent.user_id, request_id(sent.fields, required=True))
    choose, version = chosen(sent.kind, sent.fields), integer(sent.fields, "version")
    if cache and (held := cache.held(wanted)):
        try:
            plan = play.plan(held.position, choose, version=version, request=request)
        except (IllegalMove, Refused):
            plan = None  # The snapshot may be old, so the refusal is not final.
        if plan and (updates := _stored(plan, held, sent, cache, wanted)):
            return answered(plan.answer), updates
    answer = _made_as_read(code, sent, request, choose, version)
    try:
        updates = read_updates(code, wanted, cache) if cache else None
    except Refused:
        updates = None  # The move is stored, but the room no longer exists.
    return answered(answer), updates


def _stored(
    plan: Plan, held: Snapshot, sent: Sent, cache: RenderCache, wanted: Collection[Wanted]
) -> Updates | None:
    """Store a move that was planned on the hub's snapshot. Return the updates, or None if the move
    was not stored.
    """
    early: list[Rendered] = []

    def render_early() -> None:
        # After an error, the updates are rendered again once the move is stored.
        with suppress(Exception):
            early.append(cache.render_early(plan, wanted))

    meanwhile = render_early if cache.can_render_early(plan, wanted) else None
    if not play.store(plan, _permission(sent, held.room), meanwhile):
        cache.forget_early()
        return None
    if plan.came_back:
        presence.note_request(held.room.code, sent.user_id)
    now = cache.after(plan)
    return updates_of(now, wanted, early[0] if early else rendered(now, wanted, cache))


def _made_as_read(
    code: str, sent: Sent, request: play.Request, choose: play.Choose, version: int
) -> play.Answer:
    """Check the person's permission, read the game, and make the move."""
    try:
        _check_permission(code, sent)
    except Refused:
        # If the move was stored before and only its answer was lost, send the answer again, even if
        # the room is gone or another tab is active.
        if answer := play.answer_again(request, choose):
            return answer
        raise
    try:
        answer = play.act_as(request, choose, version=version, rooms__code=code)
    except Game.DoesNotExist:
        raise Refused("not_playing") from None
    if answer.came_back:
        presence.note_request(code, sent.user_id)
    return answer


def _permission(sent: Sent, room: Room) -> Sql:
    """The condition that the person may move in the room with the tab, and that the room has not
    changed since it was read, except by moves.
    """
    sql = (
        f"EXISTS (SELECT 1 {PERSON_IN_ROOM} room.id = %s AND room.version = %s"
        f" AND person.is_active AND {HAS_SESSION}"
    )
    values = [sent.user_id, room.pk, room.version, *_session(sent)]
    if sent.tab:
        sql += " AND COALESCE(seat.tab, '') IN ('', %s)"
        values.append(sent.tab)
    return f"{sql})", values


def _check_permission(code: str, sent: Sent) -> None:
    """Raise ``Refused`` with ``no_room``, ``no_name``, ``other_tab``, ``not_playing`` or
    ``not_seated`` if the person may not move in the room with the tab.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT person.is_active AND {HAS_SESSION}, seat.tab, room.game_id, {PLAYS}"
            f" {PERSON_IN_ROOM} room.code = %s",
            [*_session(sent), sent.user_id, code],
        )
        row = cursor.fetchone()
    if row is None:
        raise Refused("no_room")
    may_use_site, tab, game_id, plays = row
    if not may_use_site:
        raise Refused("no_name")
    if tab and tab != sent.tab:
        active_tab.check(code, sent.user_id, sent.tab)
    if not plays:
        raise Refused("not_seated" if game_id else "not_playing")


def _session(sent: Sent) -> list[Any]:
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    return [sent.session_key, now]
