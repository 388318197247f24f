"""The list of open tables, and the ways to sit down at them."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts import addresses
from accounts.people import ensure_person
from game.presentation.rules_text import PRESET_WORDS
from game.refusal_responses import check_rate
from game.refusals import Refused
from literature.rules.options import OPTIONS
from rooms import open_tables
from rooms.actions import open_tables as actions
from rooms.actions.play_with_people import leave_others, sit_down
from rooms.regulars import INVITATIONS_AT_HOME, invitations_for, note_online
from rooms.views.post_answers import post_with, to_room

OPEN_TABLES_AT_HOME = 4

LISTS_PER_MINUTE = 1200
SEATS_PER_MINUTE = 30

#: Agrees that bots fill an open lobby, or no longer.
agree = post_with(actions.agree, agrees=bool)
set_open = post_with(actions.set_open, open=bool, wished=str)


@never_cache
@require_safe
def list_of_tables(request: HttpRequest) -> HttpResponse:
    """Show the open tables, with filters. htmx gets the list alone, which pages ask for every few
    seconds.
    """
    try:
        check_rate(request, "open-tables", LISTS_PER_MINUTE)
    except Refused:
        if not HtmxDetails(request):
            raise
        return HttpResponse(status=204)  # The page keeps its list.
    if request.user.is_authenticated:
        note_online(request.user)
    tables = tables_for(request, request.GET.dict())
    context = {
        "tables": tables[:OPEN_TABLES_AT_HOME] if "few" in request.GET else tables,
        "presets": PRESET_WORDS,
        "sizes": OPTIONS["players"],
        "chosen": request.GET,
    }
    if "few" in request.GET and request.user.is_authenticated:
        context["invitations"] = invitations_for(request.user)[:INVITATIONS_AT_HOME]
        context["renews"] = True
    part = "rooms/_open_tables.html" if HtmxDetails(request) else "rooms/open_tables.html"
    return render(request, part, context)


def tables_for(request: HttpRequest, filters: Mapping[str, str]) -> list[open_tables.OpenTable]:
    """Return the open tables for this viewer."""
    tables, user = open_tables.listed(filters), request.user
    return list(open_tables.for_viewer(tables, user) if user.is_authenticated else tables)


@require_POST
def sit(request: HttpRequest) -> HttpResponse:
    """Sit down at the open table with the code in the field ``code``. A visitor without a name gets
    one, which they can change.
    """
    check_rate(request, "sit", SEATS_PER_MINUTE)
    code = request.POST.get("code", "")
    user = ensure_person(request)
    addresses.note(user, request.META["REMOTE_ADDR"])
    sit_down(code, user)
    leave_others(user, code)
    return to_room(request, code)
