"""Finished games: how one went, its record, and who is shown it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.access import next_url, wants_json
from game import records, sharing, storage
from game.access import finished_game
from game.models import Game
from game.refusals import Refused
from game.result import result_of
from game.rules.view import screen, witness
from game.rules_words import PRESET_NAMES
from game.table import Face, table_view


@never_cache
@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The result and the whole log, for those who may see it."""
    try:
        finished = finished_game(request, game_id)
    except Refused as refused:
        return _refusal(request, refused)
    players = list(finished.players.all())
    hands = list(finished.hands.all())
    log = storage.load_log(finished)
    seen = witness(storage.load_state(finished, hands), log, None, dealer=finished.dealer)
    faces = [Face(player.name, player.avatar, player.bot, False) for player in players]
    table = table_view(screen(seen), faces, storage.load_helped(finished, log))
    # A bot has no person either, so nobody in particular must not be looked for among them.
    me = request.user.pk if request.user.is_authenticated else 0
    seat = next((player.seat for player in players if player.user_id == me), None)
    context = {
        "game": finished,
        "table": table,
        "result": result_of(finished, table, hands, seat),
        "sharing": sharing.sharing_of(finished, request.user),
        "link": request.build_absolute_uri(request.path),
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
        text = records.export(finished_game(request, game_id))
    except Refused as refused:
        return _refusal(request, refused)
    return HttpResponse(text, content_type="application/json")


@require_POST
def share(request: HttpRequest, game_id: str) -> HttpResponse:
    """A player lets whoever has the link see this game."""
    return _share(request, game_id, sharing.share)


@require_POST
def unshare(request: HttpRequest, game_id: str) -> HttpResponse:
    """A player takes that back."""
    return _share(request, game_id, sharing.unshare)


def _share(
    request: HttpRequest, game_id: str, change: Callable[[Game, sharing.Viewer], None]
) -> HttpResponse:
    """Change whether a game is shared, then back to where it was asked for, or to the game."""
    try:
        finished = finished_game(request, game_id)
        change(finished, request.user)
    except Refused as refused:
        return _refusal(request, refused)
    address = reverse("game:game", args=[finished.pk])
    if wants_json(request):
        shared = sharing.sharing_of(finished, request.user).shared
        return JsonResponse({"shared": shared, "link": request.build_absolute_uri(address)})
    return HttpResponseRedirect(next_url(request) if "next" in request.POST else address)


def _refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    if wants_json(request) or request.path.endswith(".json"):
        body: dict[str, Any] = {"code": refused.code, "message": refused.message}
        return JsonResponse(body, status=refused.status)
    context = {"refusal": refused.message, "code": refused.code}
    return render(request, "refused.html", context, status=refused.status)
