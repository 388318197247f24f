"""Views of asks, claims and passes.

Each move is posted with its ``request_id`` and ``version``, and may say for which ``game`` it is.
A page sends it by its socket instead while that is open. Both ways are one (``rooms.live.moving``).
"""

from typing import Any

from asgiref.sync import async_to_sync
from django.http import HttpRequest

from accounts.models import User
from game.live import notifications
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.live import active_tab
from rooms.live.hub import move_in_hub
from rooms.live.moving import Sent, make_move
from rooms.views.answers import room_post

#: The refusals of people without a seat, who may be guessing codes.
NO_PLAYER = ("no_room", "not_playing", "not_seated")

MOVES_PER_MINUTE = 1200


@room_post(MOVES_PER_MINUTE, for_players=True)
def ask(request: HttpRequest, code: str, user: User) -> dict[str, Any]:
    """``card``, and ``of``: the seat to ask."""
    return _move(request, code, user, "ask")


@room_post(MOVES_PER_MINUTE, for_players=True)
def claim(request: HttpRequest, code: str, user: User) -> dict[str, Any]:
    """``set``, and ``holder-<card>`` for each of its cards: the claimed seat."""
    return _move(request, code, user, "claim")


@room_post(MOVES_PER_MINUTE, for_players=True)
def pass_turn(request: HttpRequest, code: str, user: User) -> dict[str, Any]:
    """``to``: the seat that gets the turn."""
    return _move(request, code, user, "pass")


def _move(request: HttpRequest, code: str, user: User, kind: str) -> dict[str, Any]:
    session, tab = request.session.session_key, active_tab.named(request)
    sent = Sent(user.id, session, tab, kind, request.POST)
    notifications.release_connections()
    try:
        return async_to_sync(move_in_hub)(code, sent) or make_move(code, sent)[0]
    except Refused as refused:
        if refused.code in NO_PLAYER:
            code_rate_limit.check(request, code, user.id)
        raise
