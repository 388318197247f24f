"""Makes the moves of people in a room, sent by a socket or by POST."""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from game import database_time, play
from game.models import Game
from game.refusals import Refused
from rooms.live import active_tab, presence
from rooms.request_fields import Fields, chosen, integer, request_id


@dataclass(frozen=True, slots=True)
class Sent:
    """A move with the session and the tab of the person who sent it. A program has no tab."""

    user_id: int
    session_key: str | None
    tab: str
    kind: str
    fields: Fields


def make_move(code: str, sent: Sent, position: play.Position | None = None) -> play.Answer:
    """Make a move. ``position`` is an earlier reading of the room's game.

    Raise as ``play.act`` does, and ``Refused`` with ``bad_request``, ``no_name``, ``no_room``,
    ``not_playing`` or ``other_tab``.
    """
    request = play.Request(
        sent.user_id, request_id(sent.fields, required=True), _permission(code, sent)
    )
    choose, version = chosen(sent.kind, sent.fields), integer(sent.fields, "version")
    try:
        answer = play.act(None, choose, version=version, request=request, position=position)
    except Game.DoesNotExist:
        raise Refused("not_playing") from None
    if answer.came_back:
        presence.note_request(code, sent.user_id)
    return answer


def _permission(code: str, sent: Sent) -> tuple[str, list[Any]]:
    """The permission to move in the room: the person is signed in, uses no other tab, and plays."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    values = [sent.session_key, now]
    other_tab = ""
    if sent.tab:
        long_ago, silent = database_time.sql(active_tab.SILENT)
        other_tab = (
            f" WHEN seat.tab NOT IN ('', %s) AND seat.last_seen >= {long_ago} THEN 'other_tab'"
        )
        values += [sent.tab, *silent]
    sql = (
        "SELECT room.game_id, CASE WHEN NOT (person.is_active AND EXISTS (SELECT 1"
        " FROM django_session WHERE session_key = %s AND expire_date > %s)) THEN 'no_name'"
        f"{other_tab} WHEN room.game_id IS NULL THEN 'not_playing'"
        " WHEN NOT EXISTS (SELECT 1 FROM game_player player"
        " WHERE player.game_id = room.game_id AND player.user_id = person.id) THEN 'not_seated'"
        " ELSE '' END AS refused"
        " FROM rooms_room room JOIN accounts_user person ON person.id = %s"
        " LEFT JOIN rooms_seat seat ON seat.room_id = room.id AND seat.user_id = person.id"
        " WHERE room.code = %s"
    )
    return sql, [*values, sent.user_id, code]
