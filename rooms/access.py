"""Who sends a request, and for what: every view begins with one of these, which fetch
*and* check.
"""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.models import User
from game.refusals import Refused
from rooms import code_rate_limit
from rooms.models import Room


def signed_in(request: HttpRequest) -> User:
    """The person of the request. Refuses ``no_name``."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    return request.user


def not_at_table(request: HttpRequest, code: str, user: User) -> Refused:
    """The reason why somebody does not play in a room's game: ``no_room not_playing not_seated``.

    Refuses ``rate_limited`` to people who guess codes.
    """
    code_rate_limit.check(request, code, user.id)
    room = Room.objects.filter(code=code).first()
    if room is None:
        return Refused("no_room")
    return Refused("not_playing" if room.game_id is None else "not_seated")


def integer(fields: Mapping[str, str], field: str) -> int:
    """An integer from the form. Refuses ``bad_request``."""
    try:
        return int(fields[field])
    except (KeyError, ValueError) as error:
        raise Refused("bad_request") from error


def request_id(fields: Mapping[str, str], *, required: bool) -> str:
    """The ``request_id`` from the form. Refuses ``bad_request``."""
    given = fields.get("request_id", "")
    printable = given.isascii() and given.isprintable()
    if len(given) > 64 or not printable or (required and not given):
        raise Refused("bad_request")
    return given
