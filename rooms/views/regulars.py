"""The page with the people whom a person knows from games, and the views for invitations."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.people import change_preferences
from accounts.person_key import person_of
from accounts.view_helpers import next_url, whole_number
from game.models import Companion
from game.refusal_responses import check_rate
from game.refusals import Refused
from rooms import regulars
from rooms.actions import invitations
from rooms.views.post_answers import signed_in
from rooms.views.read_room import read_room

CHANGES_PER_MINUTE = 60
INVITATIONS_PER_HOUR = 30
#: Anybody can become a guest, so an address has a limit, too.
INVITATIONS_OF_ADDRESS = 120


def check_invitations(request: HttpRequest) -> None:
    """Raise ``Refused`` with ``rate_limited`` after too many invitations."""
    check_rate(request, "invite", INVITATIONS_PER_HOUR, seconds=3600)
    check_rate(request, "invite-address", INVITATIONS_OF_ADDRESS, key="ip", seconds=3600)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """List the people with whom this person has played. A POST sets whether they see that this
    person is ``online`` ("on" or "off").
    """
    user = signed_in(request)
    if request.method == "POST":
        check_rate(request, "people", CHANGES_PER_MINUTE)
        change_preferences(user, {"online": "on" if request.POST.get("online") == "on" else "off"})
        return redirect("rooms:people")
    context = {
        "regulars": regulars.regulars_of(user),
        "is_shown_online": regulars.is_shown_online(user),
    }
    return render(request, "rooms/people.html", context)


@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    """Follow the person with the key ``person`` if the field ``follow`` is 1; end it otherwise."""
    user, person = signed_in(request), person_of(request.POST.get("person", ""))
    check_rate(request, "people", CHANGES_PER_MINUTE)
    if person and request.POST.get("follow") != "1":
        user.follows.filter(followed=person).delete()
    elif not person or not regulars.follow(user, person.pk):
        told = _("You can follow at most 500 people, with whom you have finished a game.")
        messages.error(request, told)
    return redirect(next_url(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Show whom this person can invite to the room. On POST, invite the people with the keys in
    ``person``. Those who played the room's game are chosen at first.
    """
    user, now = signed_in(request), read_room(request, code)
    if now.room_seat_of(user.pk) is None:
        raise Refused("not_seated")
    if request.method == "POST":
        check_invitations(request)
        found = map(person_of, request.POST.getlist("person")[: regulars.MOST_LISTED])
        count = invitations.invite(now.room.code, user, [person.pk for person in found if person])
        if count:
            told = ngettext(
                "%(n)s person has your invitation. It waits for a week.",
                "%(n)s people have your invitation. It waits for a week.",
                count,
            )
            messages.success(request, told % {"n": count})
            return redirect("rooms:room", now.room.code)
        messages.error(request, _("Choose the people whom you want to invite."))
    of_game = Companion.objects.filter(user=user, player_result__game=now.room.game_id)
    context = {
        "room": now.room,
        "regulars": [
            each for each in regulars.regulars_of(user) if each.user_id not in now.room_seats
        ],
        "chosen": set(of_game.values_list("other", flat=True)) if now.room.game_id else set(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "rooms/invite.html", context, status=status)


@require_POST
def decline(request: HttpRequest) -> HttpResponse:
    """Decline the invitation with the number ``invitation``."""
    user = signed_in(request)
    invitations.decline(user, whole_number(request.POST.get("invitation")) or 0)
    return redirect("rooms:home")
