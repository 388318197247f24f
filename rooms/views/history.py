"""The page of a room's finished games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.history import check_of_room, page_of
from rooms.models import Room
from rooms.views.post_answers import signed_in
from rooms.views.read_room import READS_PER_MINUTE


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
