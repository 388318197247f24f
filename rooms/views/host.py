"""What the host sets."""

from django.http import HttpRequest

from rooms import hosting
from rooms.access import integer, signed_in
from rooms.views.answers import room_post

NOT_DIALS = {"csrfmiddlewaretoken", "preset", "saved", "save_as", "request_id"}


@room_post()
def settings(request: HttpRequest, code: str) -> None:
    """``preset``, ``saved`` or dials by name; ``save_as`` puts the rules by under a name."""
    host = signed_in(request)
    dials = {
        dial: hosting.parse_dial(dial, value)
        for dial, value in request.POST.items()
        if dial not in NOT_DIALS
    }
    if request.POST.get("saved"):
        hosting.use_saved_rules(code, host, integer(request, "saved"))
    elif dials:
        hosting.set_dials(code, host, dials)
    elif request.POST.get("save_as"):
        hosting.save_rules(code, host, request.POST["save_as"])
    else:
        hosting.use_preset(code, host, request.POST.get("preset", ""))


@room_post()
def hand_over(request: HttpRequest, code: str) -> None:
    """``seat``: who becomes host."""
    hosting.hand_over(code, signed_in(request), integer(request, "seat"))


@room_post()
def lock(request: HttpRequest, code: str) -> None:
    """``locked``: 1, or 0 to let people in again."""
    hosting.lock(code, signed_in(request), bool(integer(request, "locked")))
