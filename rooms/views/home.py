"""The home page, and the ways from it to a table."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from accounts.access import wants_json
from accounts.guests import become_somebody
from accounts.models import User
from game.refusals import Refused
from game.rules.dials import DEFAULT_PRESET, PRESETS
from game.rules_words import PRESET_NAMES
from rooms import lobby
from rooms.access import request_id, signed_in
from rooms.changing import once
from rooms.models import Room
from rooms.models.room import CODE_LENGTH
from rooms.views.answers import check_rate, refusal

ROOMS_PER_MINUTE = 60
BOTS_GAME = "first-game"


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """A game against bots, a table for friends, a code; and the tables one sits at."""
    rooms = Room.objects.none()
    if request.user.is_authenticated:
        rooms = Room.objects.filter(seats__user=request.user).order_by("-pk")[:5]
    context = {
        "rooms": rooms,
        "presets": [(name, PRESET_NAMES[name]) for name in PRESETS],
        "default_preset": DEFAULT_PRESET,
        "code_length": CODE_LENGTH,
    }
    return render(request, "rooms/home.html", context)


@require_GET
def go(request: HttpRequest) -> HttpResponse:
    """From a code that was typed in to its room."""
    code = "".join(request.GET.get("code", "").split()).upper()
    if not code.isascii() or not code.isalnum() or len(code) > 12:
        return refusal(request, Refused("no_room"))
    return HttpResponseRedirect(reverse("rooms:room", args=[code]))


def _opens_room(open_for: Callable[[HttpRequest], str]) -> Callable[[HttpRequest], HttpResponse]:
    """A view of what opens a room: leads to it, or for programs names its code."""

    @require_POST
    @wraps(open_for)
    def view(request: HttpRequest) -> HttpResponse:
        try:
            check_rate(request, "open", ROOMS_PER_MINUTE)
            code = open_for(request)
        except Refused as refused:
            return refusal(request, refused)
        if wants_json(request):
            return JsonResponse({"code": code})
        return HttpResponseRedirect(reverse("rooms:room", args=[code]))

    return view


@_opens_room
def new_room(request: HttpRequest) -> str:
    """A private room by the rules of ``preset``."""
    user = signed_in(request)
    preset = request.POST.get("preset") or DEFAULT_PRESET
    return _once(request, user, "rooms/new", lambda: lobby.open_room(user, preset))


@_opens_room
def play_bots(request: HttpRequest) -> str:
    """Straight into a game against bots; a newcomer gets a name, to be changed any time."""
    user = become_somebody(request)
    return _once(request, user, "play", lambda: lobby.open_game_with_bots(user, BOTS_GAME))


def _once(request: HttpRequest, user: User, action: str, open_it: Callable[[], str]) -> str:
    return str(once(user, request_id(request, required=False), action, open_it))
