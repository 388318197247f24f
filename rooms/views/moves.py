"""Asking, claiming and passing."""

from typing import Any

from django.http import HttpRequest

from game import play
from game.document import logged_move
from game.refusals import Refused
from game.rules.cards import parse_card
from game.rules.moves import Ask, Claim, Move, Pass, holders_of
from rooms.access import AtTable, at_table, integer, request_id
from rooms.views.answers import room_post

MOVES_PER_MINUTE = 1200


@room_post(MOVES_PER_MINUTE, for_players=True)
def ask(request: HttpRequest, code: str) -> dict[str, Any]:
    """``card``, and ``of``: the seat that is asked."""
    here = at_table(request, code)
    card = parse_card(request.POST.get("card", ""))
    return _move(request, here, Ask(here.seat, card, _seat(request, here, "of")))


@room_post(MOVES_PER_MINUTE, for_players=True)
def claim(request: HttpRequest, code: str) -> dict[str, Any]:
    """``set``, and for each of its cards ``holder-<card>``: the seat said to hold it."""
    here = at_table(request, code)
    index = here.game.deck.set_index(request.POST.get("set", ""))
    return _move(request, here, Claim(here.seat, index, holders_of(_holders(request, here))))


@room_post(MOVES_PER_MINUTE, for_players=True)
def pass_turn(request: HttpRequest, code: str) -> dict[str, Any]:
    """``to``: the seat that gets the turn."""
    here = at_table(request, code)
    return _move(request, here, Pass(here.seat, _seat(request, here, "to")))


def _move(request: HttpRequest, here: AtTable, move: Move) -> dict[str, Any]:
    answer = play.act(
        here.game.id,
        move,
        version=integer(request, "version"),
        request=play.Request(here.user.id, request_id(request, required=True)),
    )
    return {
        "game": here.game.id,
        "version": answer.version,
        "move": logged_move(here.game.rules, answer.event),
    }


def _seat(request: HttpRequest, here: AtTable, field: str) -> int:
    return _at_table(here, integer(request, field))


def _at_table(here: AtTable, seat: int) -> int:
    if not 0 <= seat < here.game.rules.players:
        raise Refused("bad_request")
    return seat


def _holders(request: HttpRequest, here: AtTable) -> list[tuple[int, int]]:
    """Every holder that was named; a card left open or named twice is for the rules to refuse."""
    named = []
    for field, values in request.POST.lists():
        if not field.startswith("holder-"):
            continue
        for value in filter(None, values):
            try:
                seat = int(value)
            except ValueError as error:
                raise Refused("bad_request") from error
            named.append((parse_card(field.removeprefix("holder-")), _at_table(here, seat)))
    return named
