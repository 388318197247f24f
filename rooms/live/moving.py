"""Moves by a room's socket: checked, made and rendered in one thread.

A move is planned on the hub's snapshot of the room, without a new reading. The game's row decides,
as with a POST (``game.play``).
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from game import play
from game.live import notifications
from game.live.notifications import Notification
from game.models import Game
from game.presentation.cache import in_one_language
from game.refusals import Refused
from game.rules.refusals import IllegalMove
from rooms.access import integer, request_id
from rooms.live import presence
from rooms.live.snapshot import Snapshot
from rooms.live.updates import RenderCache, Updates, Wanted, updates_of, wants_documents
from rooms.move_fields import answered, chosen


@dataclass(frozen=True, slots=True)
class Mover:
    """The sender of a move: the person, their session, and their tab (empty for a program)."""

    user_id: int
    session_key: str | None
    tab: str


@in_one_language()
def make_move(
    code: str,
    mover: Mover,
    message: dict[str, Any],
    wanted: set[Wanted],
    cache: RenderCache,
    made: list[Notification],
) -> tuple[dict[str, Any], Updates | None]:
    """Make or refuse the move in a message. Return the answer, and for a made move the updates of
    the connections. Puts the notifications for others into ``made``.
    """
    given = {"request_id": message["request_id"]}
    try:
        with notifications.collected(made):
            answer, updates = _made(code, mover, message, wanted, cache)
    except (Refused, IllegalMove) as error:
        refused = error if isinstance(error, Refused) else Refused(error.code)
        return given | {"code": refused.code, "message": refused.message} | refused.context, None
    return given | answer, updates


def _made(
    code: str, mover: Mover, message: dict[str, Any], wanted: set[Wanted], cache: RenderCache
) -> tuple[dict[str, Any], Updates]:
    fields = MultiValueDict({name: [str(value)] for name, value in message.items()})
    choose = chosen(fields["kind"], fields)
    request = play.Request(mover.user_id, request_id(fields, required=True))
    version, documents = integer(fields, "version"), wants_documents(wanted)
    room_version = _checked_room_version(code, mover)
    now = _held(code, room_version, cache, documents=documents)
    plan = None
    if now.game:
        answer, plan = play.act_on(now.position, request, choose, version=version)
    else:
        answer = _first_answer(code, request, choose, version)
    if plan:
        cache.move_on(plan)
        now = cache.held or cache.read(code, whole_log=documents)
    else:
        now = cache.read(code, whole_log=documents)
    if answer.came_back:
        presence.note_request(code, mover.user_id)
    return answered(answer), updates_of(now, wanted, cache)


def _first_answer(
    code: str, request: play.Request, choose: play.Choose, version: int
) -> play.Answer:
    """The answer to a request from before the room became a lobby. Refuses ``not_playing``."""
    try:
        return play.act_as(request, choose, version=version, rooms__code=code)
    except Game.DoesNotExist:
        raise Refused("not_playing") from None


def _held(code: str, room_version: int, cache: RenderCache, *, documents: bool) -> Snapshot:
    """The hub's snapshot, unless anything beside moves has changed; otherwise a new one."""
    held = cache.held
    if held and held.room.version == room_version and held.has_whole_log == documents:
        return held
    cache.clear()
    return cache.read(code, whole_log=documents)


def _checked_room_version(code: str, mover: Mover) -> int:
    """The present version of the room. Refuses ``no_room no_name other_tab``.

    One statement, because every move needs it.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT room.version, person.is_active, seat.tab, EXISTS (SELECT 1 FROM django_session"
            " WHERE session_key = %s AND expire_date > %s) FROM rooms_room room"
            " JOIN accounts_user person ON person.id = %s"
            " LEFT JOIN rooms_seat seat ON seat.room_id = room.id AND seat.user_id = person.id"
            " WHERE room.code = %s",
            [
                mover.session_key,
                connection.ops.adapt_datetimefield_value(timezone.now()),
                mover.user_id,
                code,
            ],
        )
        row = cursor.fetchone()
    if row is None:
        raise Refused("no_room")
    version, is_active, tab, has_session = row
    if not (is_active and has_session):
        raise Refused("no_name")
    if mover.tab and tab not in (None, "", mover.tab):
        raise Refused("other_tab")
    return int(version)
