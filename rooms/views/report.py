"""The page for reporting or blocking somebody at a table (``code``) or on a profile (``key``)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import blocks
from finished.history.profile import person_for
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import reporting
from rooms.live.reading import read
from rooms.live.snapshot import Snapshot
from rooms.views.post_answers import signed_in
from rooms.views.read_room import read_room

REPORTS_PER_HOUR = 20
#: Anybody can become a guest, so an address has a limit, too.
REPORTS_OF_ADDRESS = 60
BLOCKS_PER_HOUR = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, **where: str) -> HttpResponse:
    """Show the form for a report. On POST, store the report. ``about`` in the address chooses a
    seat or a message.
    """
    now, offered, back = _offered(request, **where)
    sent = request.POST if request.method == "POST" else None
    if sent is not None:
        check_rate(request, "report", REPORTS_PER_HOUR, seconds=3600)
        check_rate(request, "report-address", REPORTS_OF_ADDRESS, key="ip", seconds=3600)
    place = request.GET.get("about", "") if now else "person"
    form = reporting.ReportForm(sent, offered, place)
    if form.is_valid():
        reporting.report(now, signed_in(request), form)
        thanks = _(
            "Thank you. The staff read your report, and the home page says when it is closed."
        )
        messages.success(request, thanks)
        return redirect(back)
    context = {
        "room": now and now.room,
        "form": form,
        "offered": offered,
        "place": place,
        "back": back,
    }
    return render(request, "rooms/report.html", context, status=422 if form.is_bound else 200)


@require_POST
def block(request: HttpRequest, **where: str) -> HttpResponse:
    """Block the person with the key ``about`` (``reporting.Reportable``)."""
    now, offered, back = _offered(request, **where)
    check_rate(request, "block", BLOCKS_PER_HOUR, seconds=3600)
    about = request.POST.get("about")
    person = next((each for each in offered if each.key == about), None)
    if person is None or not blocks.block(signed_in(request), person.user_id):
        raise Refused("bad_request")
    told = _("You have blocked %(name)s. You can lift the block on your profile.")
    messages.success(request, told % {"name": person.name})
    return redirect(back if now else "/")  # The profile may be shut now.


def _offered(
    request: HttpRequest, code: str = "", key: str = ""
) -> tuple[Snapshot | None, list[reporting.Reportable], str]:
    """Return the room, if there is one, what the person may report there, and the address to go to
    afterwards. Raise ``Refused`` for people without a name, and for those who may not see the room
    or the profile, except people who were banned lately.
    """
    user, ban = signed_in(request), None
    if key:
        person = person_for(request, key)
        if person == user:
            raise Refused("no_person", "no_profile")
        offered = [reporting.Reportable("person", "person", person.pk, person.name)]
        return None, offered, reverse("game:profile", args=[key])
    try:
        now = read_room(request, code)
    except Refused as refused:
        if refused.code != "removed":
            raise
        now = read(code.upper())
        ban = reporting.ban_of(now, user)
        if ban is None:
            raise
    back = "/" if ban else reverse("rooms:room", args=[now.room.code])
    return now, reporting.reportables(now, user, ban), back
