"""A room's page: lobby, table or result; its regions for polling; its document for programs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from accounts.access import wants_json
from game.refusals import Refused
from rooms import frames, presence, snapshot
from rooms.access import signed_in
from rooms.snapshot import Snapshot
from rooms.views.answers import check_rate, refusal, room_page

# Enough for a page that polls; a stranger who tries codes is slowed down.
READS_PER_MINUTE = 240


@never_cache
@ensure_csrf_cookie
@require_GET
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The page. Without a name every code, real or not, shows the same question for one."""
    if not request.user.is_authenticated:
        if wants_json(request):
            return refusal(request, Refused("no_name"))
        here = reverse("rooms:room", args=[code.upper()])
        return render(request, "rooms/ask_name.html", {"next": here, "code": code.upper()})
    try:
        check_rate(request, "read", READS_PER_MINUTE)
    except Refused as refused:
        return refusal(request, refused)
    return room_page(request, code.upper())


@never_cache
@require_GET
def regions(request: HttpRequest, code: str) -> HttpResponse:
    """The page's regions, for a page whose socket is down."""
    try:
        now = _read(request, code)
    except Refused as refused:
        return refusal(request, refused)
    mine = now.chair_of(request.user.id)
    if mine:
        # Without a socket, asking for news is the sign of being here.
        presence.heard_from([mine.pk])
    return HttpResponse(frames.frame(now, request.user.id))


@never_cache
@ensure_csrf_cookie
@require_GET
def state(request: HttpRequest, code: str) -> JsonResponse:
    """``state.json``: all that this viewer may know."""
    try:
        now = _read(request, code, whole_log=True)
    except Refused as refused:
        body = {"code": refused.code, "message": refused.message}
        return JsonResponse(body, status=refused.status)
    return JsonResponse(now.document(request.user.id))


def _read(request: HttpRequest, code: str, *, whole_log: bool = False) -> Snapshot:
    signed_in(request)
    check_rate(request, "read", READS_PER_MINUTE)
    return snapshot.read(code.upper(), whole_log=whole_log)
