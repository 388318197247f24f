"""The review of a finished game: its document, grids, the viewer's lessons, and its request."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.view_helpers import wants_json
from finished.access import finished_game
from finished.replay.replay import place_in, read_replay, seat_of
from finished.review import report, reviews
from finished.review.panel import GRIDS_A_MINUTE, grid_context, names_of, viewer_lessons
from game.refusal_responses import check_rate
from game.refusals import Refused

#: A person may request this number of reviews per minute.
ORDERS_A_MINUTE = 3


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """The stored part of the review as JSON. A POST requests the review. Browsers are redirected to
    the replay.

    With ``progress`` in the query, the answer only tells how much is done, for pages that wait.
    """
    game = finished_game(request, game_id)
    if request.method == "POST":
        if not request.user.is_authenticated:
            raise Refused("no_name")
        check_rate(request, "review", ORDERS_A_MINUTE)
        reviews.request_review(game)
    if not wants_json(request):
        return HttpResponseRedirect(f"{reverse('game:game', args=[game.pk])}#review")
    has_moves = "progress" not in request.GET
    found = reviews.stored(game, with_moves=has_moves)
    answer: dict[str, object] = {
        "moves": game.version,
        "done": found.done if found else None,
        "failed": bool(found and found.failed),
        "whole": bool(found and found.summary),
    }
    if has_moves and found:
        replay = read_replay(game)
        moves = [found.move(number) for number in range(found.done)]
        names = names_of(replay)
        answer["review"] = report.document(game.rules, replay.log, moves, found.summary, names)
    elif has_moves:
        answer["review"] = None
    return JsonResponse(answer)


@never_cache
@require_GET
def grid(request: HttpRequest, game_id: str) -> HttpResponse:
    """A seat's deduction grid before a move, as an HTML fragment."""
    check_rate(request, "grid", GRIDS_A_MINUTE)
    replay = read_replay(finished_game(request, game_id))
    return render(
        request, "finished/replay_grid.html", grid_context(replay, place_in(replay, request.GET))
    )


@never_cache
@require_GET
def lessons(request: HttpRequest, game_id: str) -> HttpResponse:
    """One to three lessons of a review for the viewer, as an HTML fragment.

    While the review is in progress, the fragment shows how much is done, and reloads itself.
    """
    game = finished_game(request, game_id)
    found = reviews.stored(game, with_moves=False)
    context: dict[str, object] = {"game": game, "review": found}
    if found and found.summary and (whole := reviews.stored(game)):
        replay = read_replay(game)
        context["lessons"] = viewer_lessons(replay, whole, seat_of(replay, request.user))
    return render(request, "finished/review_lessons.html", context)
