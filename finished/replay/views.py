"""The replay page of a finished game, its data as JSON, and the positions that the page fetches."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_cookie

from accounts.view_helpers import wants_json, whole_number
from finished import sharing
from finished.access import finished_game
from finished.records import deal_proof
from finished.replay.regions import position, regions_context, where
from finished.replay.replay import Place, Replay, place_in, read_replay, seat_of
from finished.review.panel import (
    GRIDS_A_MINUTE,
    grid_context,
    names_of,
    panel_context,
    summary_context,
    verdicts,
)
from finished.review.reviews import stored
from game.presentation.deciding_text import deciding_sentence
from game.presentation.result import books, every_hand
from game.presentation.rules_text import preset_name
from game.refusal_responses import check_rate
from literature.rules.cards import card_text

#: A response has at most this number of positions.
MOST_POSITIONS = 16

#: Browsers cache positions for this time. The positions at one URL change only with names and
#: styles, because pages put the number of reviewed moves into the URL.
CACHE_SECONDS = 600


@never_cache
@ensure_csrf_cookie
@require_GET
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """The replay at the move in the URL, and the result of the game.

    For programs, the game at that move as JSON.
    """
    replay = read_replay(finished_game(request, game_id))
    place = place_in(replay, request.GET)
    if wants_json(request):
        return JsonResponse(replay.document(*place))
    return render(request, "finished/replay.html", _page(request, replay, place))


@require_GET
@vary_on_cookie
def positions(request: HttpRequest, game_id: str) -> HttpResponse:
    """The positions from ``from`` to ``to``, but at most ``MOST_POSITIONS``."""
    replay = read_replay(finished_game(request, game_id))
    first, last = (whole_number(request.GET.get(name)) or 0 for name in ("from", "to"))
    wanted = range(first, min(last, replay.last, first + MOST_POSITIONS - 1) + 1)
    eyes, seat = place_in(replay, request.GET).eyes, seat_of(replay, request.user)
    review = stored(replay.game)
    answer = JsonResponse(
        {"positions": [position(replay, Place(move, eyes), seat, review) for move in wanted]}
    )
    patch_cache_control(answer, private=True, max_age=CACHE_SECONDS)
    return answer


def _page(request: HttpRequest, replay: Replay, place: Place) -> dict[str, object]:
    game, seat = replay.game, seat_of(replay, request.user)
    final, listed = replay.table(replay.last, None), replay.listed_at(place.move)
    review = stored(game)
    marked = verdicts(review)
    with_grid: dict[str, object] = {}
    if review and "grid" in request.GET:
        check_rate(request, "grid", GRIDS_A_MINUTE)
        with_grid = grid_context(replay, place)
    names, log = names_of(replay), replay.log
    return (
        regions_context(replay, place, seat)
        | panel_context(replay, review, place, seat)
        | summary_context(replay, review, seat)
        | with_grid
        | {
            "shows_grid": bool(with_grid),
            "moves": [
                (line, *marked.get(line.number + 1, ("", "")))
                for line in replay.lines_for(seat, listed)
            ],
            "place": place,
            "and_eyes": "" if place.eyes is None else f"&eyes={place.eyes}",
            "last": replay.last,
            "whole": replay.whole,
            "where": where(replay, place.move),
            "final": final,
            "why": deciding_sentence(replay.states[-1], replay.dealt, log, names, seat),
            "my_team": None if seat is None else seat % 2,
            "sides": [(each, books(final, replay.claims, each.team)) for each in final.shelves],
            "lost": books(final, replay.claims, None),
            "dealt_hands": every_hand(game, final, replay.dealt),
            "listed_from": listed[0].number if listed else 0,
            "listed_to": listed[-1].number + 1 if listed else 0,
            "claims": replay.claims,
            "proof": deal_proof(game),
            "deck": " ".join(card_text(card) for card in game.deck.cards),
            "positions_at_once": MOST_POSITIONS // 2,
            "sharing": sharing.sharing_of(game, request.user),
            "here": request.path + place.query,
            "link": request.build_absolute_uri(request.path + place.query),
            "preset_name": preset_name(game.preset),
            # The room that still shows this game, but only for people with a seat in the game.
            "room": game.rooms.first() if seat is not None else None,
            # After a game of one person with bots, the next game is dealt at once, without a lobby.
            "among_bots": sum(not player.bot for player in replay.players) == 1,
        }
    )
