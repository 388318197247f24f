"""A room's page (lobby, table or result), its regions for polling, its JSON document, its finished
games and its QR code.
"""

import io

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_safe

from accounts.view_helpers import wants_json
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.history import check_of_room, page_of
from rooms.live import presence, rendering
from rooms.live.document import document
from rooms.models import Room
from rooms.views.post_answers import regions_refusal, room_page, signed_in
from rooms.views.read_room import READS_PER_MINUTE, read_room


@never_cache
@ensure_csrf_cookie
@require_GET
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show the room's page. A visitor without a name sees a form for the name. The form is the same
    whether the room exists or not.
    """
    if wants_json(request):
        return state(request, code)
    if not request.user.is_authenticated:
        here = reverse("rooms:room", args=[code.upper()])
        return render(request, "rooms/ask_name.html", {"next": here, "code": code.upper()})
    return room_page(request, read_room(request, code))


@never_cache
@require_GET
def regions(request: HttpRequest, code: str) -> HttpResponse:
    """Return the regions, and renew the person's presence."""
    try:
        user, now = signed_in(request), read_room(request, code)
        mine = now.room_seat_of(user.id)
        # Usually the page has no socket that renews the presence.
        if mine:
            presence.renew_presence([mine.pk])
        else:
            presence.renew_spectators({now.room.code: [user.id]})
    except Refused as refused:
        return regions_refusal(request, refused)
    return HttpResponse(rendering.frame(now, user.id))


@never_cache
@ensure_csrf_cookie
@require_GET
def state(request: HttpRequest, code: str) -> HttpResponse:
    """Return ``state.json``: everything that this viewer may know."""
    now = read_room(request, code, whole_log=True)
    return JsonResponse(document(now, request.user.id))


@never_cache
@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show the games of a room by series to its present and former players. Raise ``Refused``
    with ``no_name``, ``rate_limited``, ``no_room``, ``removed`` or ``not_of_room``.
    """
    user, code = signed_in(request), code.upper()
    check_rate(request, "read", READS_PER_MINUTE)
    code_rate_limit.check(request, code, user.id)
    room = Room.objects.filter(code=code).first()
    if room is None:
        code_rate_limit.count_miss(request)
        raise Refused("no_room")
    check_of_room(room, user)
    page, series = page_of(room, user, request.GET)
    context = {"room": room, "page": page, "series": series, "whose": user}
    return render(request, "rooms/history.html", context)


@require_GET
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the room's address as a QR code."""
    address = request.build_absolute_uri(reverse("rooms:room", args=[code.upper()]))
    picture = io.BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", scale=6, border=2, dark="#221f1c", light="#fffdf8", omitsize=True
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
