"""Views of asks, claims and passes.

Each move is posted with ``request_id`` and ``version``, and may name its ``game``.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from game import play
from game.models import Game
from game.presentation.document import logged_move
from game.refusals import Refused
from game.rules.cards import parse_card
from game.rules.moves import Ask, Claim, Move, Pass, holders_of
from rooms.access import integer, not_at_table, request_id, signed_in
from rooms.live import active_tab, presence
from rooms.views.answers import room_post

MOVES_PER_MINUTE = 1200


@room_post(MOVES_PER_MINUTE, for_players=True)
def ask(request: HttpRequest, code: str) -> dict[str, Any]:
    """``card``, and ``of``: the seat to ask."""

    def asked(game: Game, seat: int) -> Move:
        return Ask(seat, parse_card(request.POST.get("card", "")), _seat(request, game, "of"))

    return _move(request, code, asked)


@room_post(MOVES_PER_MINUTE, for_players=True)
def claim(request: HttpRequest, code: str) -> dict[str, Any]:
    """``set``, and ``holder-<card>`` for each of its cards: the claimed seat."""

    def claimed(game: Game, seat: int) -> Move:
        index = game.deck.set_index(request.POST.get("set", ""))
        return Claim(seat, index, holders_of(_holders(request, game)))

    return _move(request, code, claimed)


@room_post(MOVES_PER_MINUTE, for_players=True)
def pass_turn(request: HttpRequest, code: str) -> dict[str, Any]:
    """``to``: the seat that gets the turn."""

    def passed(game: Game, seat: int) -> Move:
        return Pass(seat, _seat(request, game, "to"))

    return _move(request, code, passed)


def _move(request: HttpRequest, code: str, choose: Callable[[Game, int], Move]) -> dict[str, Any]:
    user, tab = signed_in(request), active_tab.named(request)
    # The query that finds the game also checks the active tab.
    where = {"rooms__in": active_tab.open_to(code, user.id, tab)} if tab else {"rooms__code": code}

    def meant(game: Game, seat: int) -> Move:
        # Pages name the game, so that a late move is not made in the next game.
        if request.POST.get("game", game.id) != game.id:
            raise Refused("stale")
        return choose(game, seat)

    try:
        answer = play.act_as(
            play.Request(user.id, request_id(request, required=True)),
            meant,
            version=integer(request, "version"),
            **where,
        )
    except Game.DoesNotExist:
        active_tab.check(code, user.id, tab)
        raise not_at_table(request, code, user) from None
    if answer.came_back:
        presence.note_request(code, user.id)
    return {
        "game": answer.game_id,
        "version": answer.version,
        "move": logged_move(answer.rules, answer.event),
    }


def _seat(request: HttpRequest, game: Game, field: str) -> int:
    return _at_table(game, integer(request, field))


def _at_table(game: Game, seat: int) -> int:
    if not 0 <= seat < game.rules.players:
        raise Refused("bad_request")
    return seat


def _holders(request: HttpRequest, game: Game) -> list[tuple[int, int]]:
    """The claimed holders. The rules refuse missing and doubled cards."""
    named = []
    for field, values in request.POST.lists():
        if not field.startswith("holder-"):
            continue
        for value in filter(None, values):
            try:
                seat = int(value)
            except ValueError as error:
                raise Refused("bad_request") from error
            named.append((parse_card(field.removeprefix("holder-")), _at_table(game, seat)))
    return named
