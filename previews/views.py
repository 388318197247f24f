"""The pictures of links, for messengers, and the results to share, as PNG.

The picture of a link is the same for everybody, because messengers keep it. A result is for people
who may see its page.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import require_safe

from accounts.rate_limits import seconds_to_wait
from finished.access import finished_game, may_see
from finished.replay.replay import place_in, read_replay
from game.models import Game
from game.refusal_responses import check_rate
from game.refusals import Refused
from previews import scenes
from previews.png import png
from puzzles import days
from puzzles.answer_store import answers_of
from rooms import code_rate_limit
from rooms.models import Room

PICTURES_PER_MINUTE = 120
#: After so many pictures of rooms, an address gets the same picture for all rooms, so that nobody
#: can look for codes.
ROOMS_PER_MINUTE = 60
CACHE_SECONDS = 300


def _picture(draw: Callable[..., str], *, own: bool = False) -> Callable[..., HttpResponse]:
    """Make a view from ``draw``, which returns SVG. ``own``: the picture depends on the viewer."""

    @require_safe
    @wraps(draw)
    def view(request: HttpRequest, **of: object) -> HttpResponse:
        check_rate(request, "previews", PICTURES_PER_MINUTE, key="ip")
        response = HttpResponse(png(draw(request, **of)), content_type="image/png")
        if own:
            add_never_cache_headers(response)
        else:
            patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
        return response

    return view


@_picture
def site(request: HttpRequest) -> str:
    return scenes.site()


@_picture
def puzzle(request: HttpRequest, number: int) -> str:
    _check_open(number)
    return scenes.puzzle(number)


@partial(_picture, own=True)
def puzzle_result(request: HttpRequest, number: int) -> str:
    """The person's own result; 404 until they are done."""
    _check_open(number)
    answers = answers_of(request)
    if not answers.done(number):
        raise Http404
    return scenes.puzzle_result(number, answers.of(number), answers.streak(days.today()))


def _check_open(number: int) -> None:
    if not (number > 0 and days.is_open(number, days.today())):
        raise Http404


@_picture
def game(request: HttpRequest, game_id: str) -> str:
    """A shared game at the move in the query. All other games, and unknown ids, have one
    picture.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game and game.is_over and may_see(game, AnonymousUser()):
        with suppress(Refused):  # A damaged game, or one by newer rules
            replay = read_replay(game)
            return scenes.replay_at(replay, place_in(replay, request.GET).move)
    return scenes.site()


@partial(_picture, own=True)
def game_result(request: HttpRequest, game_id: str) -> str:
    replay = read_replay(finished_game(request, game_id))
    return scenes.replay_at(replay, replay.last)


@_picture
def room(request: HttpRequest, code: str) -> str:
    """A table whose host allows a full preview. All other tables, and unknown codes, have one
    picture. The query does not find the other tables at all, so not even its time tells of them.
    """
    code = code.upper()
    if seconds_to_wait(request, "previews.rooms", ROOMS_PER_MINUTE):
        return scenes.invitation()
    with suppress(Refused):
        code_rate_limit.check(request, code, None)
        open_rooms = Room.objects.filter(closed_at=None, table__link_preview=True)
        if room := open_rooms.filter(code=code).first():
            return scenes.lobby(room)
    return scenes.invitation()
