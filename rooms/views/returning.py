"""What a page asks for when its person comes back to it, or has ended a turn: what has happened
since, and the next table where it is the person's turn.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.view_helpers import letters_and_digits
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import own_tables
from rooms import since as since_visit
from rooms.requests import integer
from rooms.views.post_answers import regions_refusal, signed_in
from rooms.views.read_room import READS_PER_MINUTE, read_room


@never_cache
@require_GET
def since(request: HttpRequest, code: str) -> HttpResponse:
    """Return what has happened since the player left, ``ago`` seconds before; empty if nothing."""
    try:
        user, now = signed_in(request), read_room(request, code)
        told = since_visit.sentences(now, user.id, integer(request.GET, "ago"))
    except Refused as refused:
        return regions_refusal(request, refused)
    return HttpResponse(escape(told))


@never_cache
@require_GET
def next_table(request: HttpRequest) -> HttpResponse:
    """Return a link to the next table where it is the person's turn, apart from the table ``here``;
    empty if there is none.
    """
    try:
        user = signed_in(request)
        check_rate(request, "read", READS_PER_MINUTE)
    except Refused as refused:
        return regions_refusal(request, refused)
    here = letters_and_digits(request.GET.get("here", ""), 12)
    found = own_tables.next_table(user, here)
    return render(request, "rooms/next_table.html", {"next_table": found})
