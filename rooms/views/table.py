"""What people do at a table beside their moves."""

from django.http import HttpRequest

from rooms import declaring, playing
from rooms.access import signed_in
from rooms.views.answers import room_post


@room_post()
def declare(request: HttpRequest, code: str) -> None:
    """``set``: the table waits for this claim."""
    declaring.declare(code, signed_in(request), request.POST.get("set", ""))


@room_post()
def cancel_declaration(request: HttpRequest, code: str) -> None:
    declaring.cancel(code, signed_in(request))


@room_post()
def stand_in(request: HttpRequest, code: str) -> None:
    playing.stand_in(code, signed_in(request))
