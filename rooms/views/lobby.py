"""Views for the lobby and for the end of a game."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts import addresses, people
from accounts.models import User
from game.refusals import Refused
from rooms.actions import kick_votes, lobby, moderation, names, playing
from rooms.actions.locked import once
from rooms.models import Room
from rooms.requests import integer, request_id
from rooms.views.post_answers import (
    NAME_SAYS,
    all_regions,
    post_with,
    room_post,
    success,
)

leave = post_with(lobby.leave)
clear_bots = post_with(lobby.clear_bots)
set_bot_level = post_with(lobby.set_bot_level, seat=int, level=str)
shuffle = post_with(lobby.shuffle)
end_series = post_with(playing.end_series)
lift_ban = post_with(moderation.lift_ban, person=int)
swap = post_with(lobby.swap, a=int, b=int)
#: About the ban with the id in the field ``vote``.
consent = post_with(kick_votes.answer, vote=int, agrees=bool)


@room_post()
def join(request: HttpRequest, code: str, user: User) -> None:
    """Sit down at the seat in the field ``seat``, or at any seat. If the field ``name`` is sent,
    take this name first, because the old name may be taken in the room.
    """
    number = integer(request.POST, "seat") if request.POST.get("seat") else None
    called, name = user.name, request.POST.get("name")
    addresses.note(user, request.META["REMOTE_ADDR"])
    try:
        # Do both or neither: if the person gets no seat, the name stays the same.
        with transaction.atomic():
            if name and name != called:
                # A room is locked before its people.
                Room.objects.select_for_update().filter(code=code).first()
                people.rename(user, people.chosen_name(user, name))
            lobby.join(code, user, number)
    except ValidationError as error:
        raise Refused(error.code or "bad_name") from error
    except Refused as refused:
        user.name = called
        if refused.code == "name_taken" and number is not None:
            refused.context["seat"] = number
        raise


@room_post(per_minute=60)
def rename(request: HttpRequest, code: str, user: User) -> HttpResponse | None:
    """Change the person's name to the field ``name``. Confirm the new name in the menu's form."""
    names.rename(code, user, request.POST.get("name", ""))
    htmx = HtmxDetails(request)
    if htmx.target == NAME_SAYS:
        told = _("Your name is now %(name)s.") % {"name": user.name}
        return HttpResponse(escape(told) + all_regions(request, code))
    if not htmx:
        return None
    answer = success(request, code, None)
    context = {"room": {"code": code}, "user": user, "renamed": True}
    answer.write(render_to_string("rooms/table_name.html", context, request))
    return answer


@room_post()
def again(request: HttpRequest, code: str, user: User) -> None:
    """Play again. If the field ``deal`` is 1, skip the lobby."""
    playing.again(code, user, deal=request.POST.get("deal") == "1")


@room_post()
def add_bot(request: HttpRequest, code: str, user: User) -> None:
    once(
        user,
        request_id(request.POST, required=False),
        f"bots/add {code}",
        lambda: lobby.add_bot(code, user, request.POST.get("level") or None),
    )


@room_post()
def fill_with_bots(request: HttpRequest, code: str, user: User) -> None:
    lobby.fill_with_bots(code, user, request.POST.get("level") or None)


@room_post()
def kick(request: HttpRequest, code: str, user: User) -> None:
    """Remove the person or bot at the seat in the field ``seat``, or the spectator with the id in
    the field ``spectator``. The field ``person`` is the id of the person whom the host saw at the
    seat, or empty for a bot; ``reason`` is for the other people at an open table.
    """
    if "spectator" in request.POST:
        moderation.kick_spectator(code, user, integer(request.POST, "spectator"))
    else:
        person, reason = request.POST.get("person"), request.POST.get("reason", "")
        lobby.kick(code, user, integer(request.POST, "seat"), person, reason)


@room_post()
def start(request: HttpRequest, code: str, user: User) -> None:
    """Start a game. If the field ``fill`` is 1, first add bots for the missing players."""
    if request.POST.get("fill") == "1":
        lobby.fill_and_start(code, user)
    else:
        playing.start(code, user)
