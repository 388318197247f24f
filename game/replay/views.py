"""The replay of a finished game: its page, its documents, and the positions that the
page fetches.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_cookie

from accounts.access import wants_json
from game import sharing
from game.access import finished_game
from game.presentation.result import Result, result_of
from game.presentation.rules_text import preset_name
from game.replay import replay as courses
from game.replay.address import Place, eyes_in, place_in, whole_number
from game.replay.marks import claims_marked
from game.replay.proof import proof_of
from game.replay.regions import position, regions_context, where
from game.replay.replay import Course
from game.review.page import grid_context, panel_context, summary_context, verdicts
from game.review.reviews import stored

#: The greatest number of positions in one answer.
MOST_POSITIONS = 16

#: The browser's cache time for positions, which change only with names and styles.
KEPT_SECONDS = 600


@never_cache
@ensure_csrf_cookie
@require_GET
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table at the move in the address, and the result of the game; as JSON, the view at that
    time.
    """
    course = courses.read(finished_game(request, game_id))
    place = place_in(course, request.GET)
    if wants_json(request):
        return JsonResponse(course.document(*place))
    return render(request, "game/replay.html", _page(request, course, place))


@require_GET
@vary_on_cookie
def positions(request: HttpRequest, game_id: str) -> HttpResponse:
    """The positions after ``from`` to ``to`` moves, at most ``MOST_POSITIONS``."""
    course = courses.read(finished_game(request, game_id))
    first, last = (whole_number(request.GET.get(name)) or 0 for name in ("from", "to"))
    wanted = range(first, min(last, course.last, first + MOST_POSITIONS - 1) + 1)
    eyes, seat = eyes_in(course, request.GET), courses.seat_of(course, request.user)
    review = stored(course.game)
    answer = JsonResponse(
        {"positions": [position(course, Place(move, eyes), seat, review) for move in wanted]}
    )
    patch_cache_control(answer, private=True, max_age=KEPT_SECONDS)
    return answer


def _page(request: HttpRequest, course: Course, place: Place) -> dict[str, Any]:
    game, seat = course.game, courses.seat_of(course, request.user)
    final, listed = course.table(course.last, None), course.listed_at(place.move)
    result = result_of(
        game, final, course.lines_for(seat, listed), course.claims, course.dealt, seat
    )
    return (
        regions_context(course, place, seat)
        | _review(request, course, place, seat, result)
        | {
            "place": place,
            "and_eyes": "" if place.eyes is None else f"&eyes={place.eyes}",
            "last": course.last,
            "whole": course.whole,
            "where": where(course, place.move),
            "final": final,
            "result": result,
            "listed_from": listed[0].number if listed else 0,
            "listed_to": listed[-1].number + 1 if listed else 0,
            "marks": claims_marked(course),
            "proof": proof_of(game),
            "positions_at_once": MOST_POSITIONS // 2,
            "sharing": sharing.sharing_of(game, request.user),
            "here": request.path + place.query,
            "link": request.build_absolute_uri(request.path + place.query),
            "preset_name": preset_name(game.preset),
            # The room that still shows this game, for people with a seat there.
            "room": game.rooms.first() if seat is not None else None,
            # A game with bots needs no lobby: the next one is dealt at once.
            "among_bots": sum(not player.bot for player in course.players) == 1,
        }
    )


def _review(
    request: HttpRequest, course: Course, place: Place, seat: int | None, result: Result
) -> dict[str, Any]:
    """The review of the game, with a verdict for each listed move."""
    review = stored(course.game)
    marked = verdicts(review)
    with_grid = grid_context(course, place) if review and "grid" in request.GET else {}
    return (
        panel_context(course, review, place)
        | summary_context(course, review, seat)
        | with_grid
        | {
            "shows_grid": bool(with_grid),
            "moves": [
                (entry, *marked.get(entry.line.number + 1, ("", ""))) for entry in result.log
            ],
        }
    )
