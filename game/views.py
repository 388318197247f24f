"""Finished games: how one went, and its record."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.access import wants_json
from game import records, storage
from game.models import Game
from game.refusals import Refused
from game.result import result_of
from game.rules.view import screen, witness
from game.rules_words import PRESET_NAMES
from game.table import Face, table_view


@never_cache
@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The result and the whole log, for those who played."""
    try:
        finished = _finished_game(request, game_id)
    except Refused as refused:
        return _refusal(request, refused)
    players = list(finished.players.all())
    hands = list(finished.hands.all())
    log = storage.load_log(finished)
    seen = witness(storage.load_state(finished, hands), log, None, dealer=finished.dealer)
    faces = [Face(player.name, player.avatar, player.bot, False) for player in players]
    table = table_view(screen(seen), faces, storage.load_helped(finished, log))
    seat = next((player.seat for player in players if player.user_id == request.user.id), None)
    context = {
        "game": finished,
        "table": table,
        "result": result_of(finished, table, hands, seat),
        "preset_name": PRESET_NAMES.get(finished.preset, ""),
        # The room that still shows this game, for those who sat there.
        "room": finished.rooms.first() if seat is not None else None,
        # Bots need no lobby: the next game with them is dealt at once.
        "among_bots": sum(not player.bot for player in players) == 1,
    }
    return render(request, "game/game.html", context)


@never_cache
@require_GET
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a game that is over."""
    try:
        text = records.export(_finished_game(request, game_id))
    except Refused as refused:
        return _refusal(request, refused)
    return HttpResponse(text, content_type="application/json")


def _finished_game(request: HttpRequest, game_id: str) -> Game:
    """A game that this person may look at. Refuses ``no_name no_game game_running``.

    To others it is as if there were no such game.
    """
    if not request.user.is_authenticated:
        raise Refused("no_name")
    found = Game.objects.filter(pk=game_id).first()
    if found is None or not (
        request.user.is_staff
        or found.players.filter(Q(user=request.user) | Q(left_user=request.user)).exists()
    ):
        raise Refused("no_game")
    if not found.is_over:
        raise Refused("game_running")
    return found


def _refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    if wants_json(request) or request.path.endswith(".json"):
        body: dict[str, Any] = {"code": refused.code, "message": refused.message}
        return JsonResponse(body, status=refused.status)
    context = {"refusal": refused.message, "code": refused.code}
    return render(request, "refused.html", context, status=refused.status)
