"""The page on which people report somebody at a table to the staff, or block a person."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import blocks
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import reporting
from rooms.live.reading import read
from rooms.live.snapshot import Snapshot
from rooms.models import RoomBan
from rooms.views.post_answers import signed_in
from rooms.views.read_room import read_room

REPORTS_PER_HOUR = 20
#: Anybody can become a guest, so an address has a limit, too.
REPORTS_OF_ADDRESS = 60
BLOCKS_PER_HOUR = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a report to everybody with a name who may see the room, or who was banned
    lately. On POST, store the report. ``about`` in the address chooses a seat or a message.
    """
    user = signed_in(request)
    now, ban, back = _table(request, code)
    sent = request.POST if request.method == "POST" else None
    if sent is not None:
        check_rate(request, "report", REPORTS_PER_HOUR, seconds=3600)
        check_rate(request, "report-address", REPORTS_OF_ADDRESS, key="ip", seconds=3600)
    offered, place = reporting.reportables(now, user, ban), request.GET.get("about", "")
    form = reporting.ReportForm(sent, offered, place)
    if form.is_valid():
        reporting.report(now, user, form)
        thanks = _(
            "Thank you. The staff read your report, and the home page says when it is closed."
        )
        messages.success(request, thanks)
        return redirect(back)
    context = {
        "room": now.room,
        "form": form,
        "offered": offered,
        "place": place,
        "ban": ban,
        "back": back,
    }
    return render(request, "rooms/report.html", context, status=422 if form.is_bound else 200)


@require_POST
def block(request: HttpRequest, code: str) -> HttpResponse:
    """Block the person with the key ``about`` (``reporting.Reportable``). Who may report at the
    table may block there.
    """
    user = signed_in(request)
    now, ban, back = _table(request, code)
    check_rate(request, "block", BLOCKS_PER_HOUR, seconds=3600)
    about = request.POST.get("about")
    offered = reporting.reportables(now, user, ban)
    person = next((each for each in offered if each.key == about), None)
    if person is None or not blocks.block(user, person.user_id):
        raise Refused("bad_request")
    told = _("You have blocked %(name)s. You can lift the block on your profile.")
    messages.success(request, told % {"name": person.name})
    return redirect(back)


def _table(request: HttpRequest, code: str) -> tuple[Snapshot, RoomBan | None, str]:
    """Return the room, the person's ban if it is new, and the address to go to afterwards. Raise
    ``Refused`` as ``read_room`` does.
    """
    try:
        now = read_room(request, code)
        return now, None, reverse("rooms:room", args=[now.room.code])
    except Refused as refused:
        if refused.code == "removed":
            now = read(code.upper())
            if ban := reporting.ban_of(now, signed_in(request)):
                return now, ban, "/"
        raise
