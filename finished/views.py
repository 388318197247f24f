"""Finished games: the record, and sharing."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.view_helpers import next_url, wants_json
from finished import records, sharing
from finished.access import Viewer, finished_game
from game.models import Game


@never_cache
@require_GET
def record(request: HttpRequest, game_id: str) -> HttpResponse:
    """The record of a finished game."""
    text = records.export(finished_game(request, game_id))
    return HttpResponse(text, content_type="application/json")


@require_POST
def share(request: HttpRequest, game_id: str) -> HttpResponse:
    """Share a game by its link."""
    return _share(request, game_id, sharing.share)


@require_POST
def unshare(request: HttpRequest, game_id: str) -> HttpResponse:
    """Withdraw the viewer's share of a game."""
    return _share(request, game_id, sharing.unshare)


def _share(
    request: HttpRequest, game_id: str, change: Callable[[Game, Viewer], None]
) -> HttpResponse:
    """Change the sharing of a game. Then redirect to the page with the form, or to the game.

    Programs get JSON instead.
    """
    finished = finished_game(request, game_id)
    change(finished, request.user)
    address = reverse("game:game", args=[finished.pk])
    if wants_json(request):
        shared = sharing.sharing_of(finished, request.user)["shared"]
        return JsonResponse({"shared": shared, "link": request.build_absolute_uri(address)})
    return HttpResponseRedirect(next_url(request) if "next" in request.POST else address)
