"""Views of asks, claims and passes.

Each move is posted with its ``request_id`` and ``version``, and may say for which ``game`` it is.
A page sends it by its socket instead while that is open (``rooms.live.moving``).
"""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from game import play
from game.models import Game
from rooms.access import integer, not_at_table, request_id
from rooms.live import active_tab, presence
from rooms.move_fields import answered, chosen
from rooms.views.answers import room_post

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
    tab = active_tab.named(request)
    # The query that finds the game also checks the active tab.
    where = {"rooms__in": active_tab.open_to(code, user.id, tab)} if tab else {"rooms__code": code}
    try:
        answer = play.act_as(
            play.Request(user.id, request_id(request.POST, required=True)),
            chosen(kind, request.POST),
            version=integer(request.POST, "version"),
            **where,
        )
    except Game.DoesNotExist:
        active_tab.check(code, user.id, tab)
        raise not_at_table(request, code, user) from None
    if answer.came_back:
        presence.note_request(code, user.id)
    return answered(answer)
