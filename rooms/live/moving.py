"""Makes a person's move, sent by a socket or by POST.

If the process has a hub for the room, the move is planned on the hub's snapshot. Usually the game
is then not read again. In any case the database decides whether the move is stored (``game.play``).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from game import play
from game.models import Game
from game.presentation.cache import in_one_language
from game.refusals import Refused
from rooms.live import active_tab, presence
from rooms.live.snapshot import Snapshot
from rooms.live.updates import RenderCache, Updates, Wanted, updates_of, wants_documents
from rooms.move_fields import Fields, answered, chosen
from rooms.request_fields import integer, request_id


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
    try:
        room_version = _checked_room_version(code, sent)
    except Refused:
        # If the move was stored before and only its answer was lost, send the answer again, even if
        # the room is gone or another tab is active.
        if answer := play.answer_again(request, choose):
            return answered(answer), None
        raise
    documents = wants_documents(wanted)
    now = _held(code, room_version, cache, documents=documents) if cache else None
    position = now.position if now and now.game else None
    try:
        answer, plan = play.act_as(
            request, choose, version=version, position=position, rooms__code=code
        )
    except Game.DoesNotExist:
        raise Refused("not_playing") from None
    if answer.came_back:
        presence.note_request(code, sent.user_id)
    if cache is None:
        return answered(answer), None
    now = cache.after(plan) if plan else cache.read(code, whole_log=documents)
    return answered(answer), updates_of(now, wanted, cache)


def _held(code: str, room_version: int, cache: RenderCache, *, documents: bool) -> Snapshot:
    """Return the hub's snapshot if the room has not changed since, except by moves; otherwise
    return a new snapshot.
    """
    held = cache.held
    if held and held.room.version == room_version and held.has_whole_log == documents:
        return held
    cache.clear()
    return cache.read(code, whole_log=documents)


def _checked_room_version(code: str, sent: Sent) -> int:
    """Return the present version of the room. Raise ``Refused`` with ``no_room``, ``no_name`` or
    ``other_tab``.

    The checks share one query, because every move needs them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT room.version, person.is_active, seat.tab, EXISTS (SELECT 1 FROM django_session"
            " WHERE session_key = %s AND expire_date > %s) FROM rooms_room room"
            " JOIN accounts_user person ON person.id = %s"
            " LEFT JOIN rooms_seat seat ON seat.room_id = room.id AND seat.user_id = person.id"
            " WHERE room.code = %s",
            [
                sent.session_key,
                connection.ops.adapt_datetimefield_value(timezone.now()),
                sent.user_id,
                code,
            ],
        )
        row = cursor.fetchone()
    if row is None:
        raise Refused("no_room")
    version, is_active, tab, has_session = row
    if not (is_active and has_session):
        raise Refused("no_name")
    if sent.tab and tab not in (None, "", sent.tab):
        active_tab.check(code, sent.user_id, sent.tab)
    return int(version)
