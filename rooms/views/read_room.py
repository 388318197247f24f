"""Reads a room to answer a GET request."""

from django.http import HttpRequest

from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.live import presence, reading
from rooms.live.snapshot import Snapshot
from rooms.views.post_answers import signed_in

# The limit is high enough for a program that reads after every move.
READS_PER_MINUTE = 3000


def read_room(request: HttpRequest, code: str, *, whole_log: bool = False) -> Snapshot:
    """Return the snapshot of a room if the person may see it. Raise ``Refused`` with ``no_name`` or
    ``rate_limited``, or as ``reading.read_for`` does.
    """
    user, code = signed_in(request), code.upper()
    check_rate(request, "read", READS_PER_MINUTE)
    code_rate_limit.check(request, code, user.id)
    try:
        now = reading.read_for(code, user.id, whole_log=whole_log)
        mine = now.room_seat_of(user.id)
        if mine and mine.away and presence.note_request(code, user.id):
            now = reading.read_for(code, user.id, whole_log=whole_log)
            if back := now.room_seat_of(user.id):
                # The page tells what has happened since the time before this request.
                back.last_seen = mine.last_seen
        return now
    except Refused as refused:
        if refused.code == "no_room":
            code_rate_limit.count_miss(request)
        raise
