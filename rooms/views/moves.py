"""Views for asks, claims and passes.

Each move has the fields ``request_id`` and ``version``; ``game`` is optional. An ask has ``card``
and ``of``, the seat; a claim has ``set``, and a field ``holder-<card>`` for each card with its
holder; a pass has ``to``, the seat. A page with an open socket sends moves through the socket
first. Both ways use ``rooms.requests``.
"""

from asgiref.sync import async_to_sync
from django.db import close_old_connections, connection
from django.http import HttpRequest

from accounts.models import User
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.live import active_tab
from rooms.live.room_registry import move_in_hub
from rooms.requests import KINDS, Sent, answered, make_move
from rooms.views.post_answers import View, room_post

#: The refusals for people without a seat, who may be guessing codes.
NO_PLAYER = ("no_room", "not_playing", "not_seated")

MOVES_PER_MINUTE = 1200


def _view_of(kind: str) -> View:
    """The view for moves of this kind."""

    def move(request: HttpRequest, code: str, user: User) -> dict[str, object]:
        session, tab = request.session.session_key, active_tab.tab_id_of(request)
        sent = Sent(user.id, session, tab, kind, request.POST)
        if not connection.in_atomic_block:  # In tests, a request may be in a transaction.
            close_old_connections()  # The threads of the hub may need this connection.
        try:
            return answered(async_to_sync(move_in_hub)(code, sent) or make_move(code, sent))
        except Refused as refused:
            if refused.code in NO_PLAYER:
                code_rate_limit.check(request, code, user.id)
            raise

    move.__name__ = kind
    return room_post(MOVES_PER_MINUTE, for_players=True)(move)


ask, claim, pass_turn = map(_view_of, KINDS)
