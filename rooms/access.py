"""Who is asking, and what for: every view begins with one of these, which fetch *and* check."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import User
from game.models import Game, Player
from game.refusals import Refused
from rooms import guesses
from rooms.models import Room


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody who plays in a room's game: the game, and their seat in it."""

    user: User
    game: Game
    seat: int


def signed_in(request: HttpRequest) -> User:
    """The person who is asking. Refuses ``no_name``."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    return request.user


def at_table(request: HttpRequest, code: str) -> AtTable:
    """A player of the game that is on.

    Refuses ``no_name no_room not_playing not_seated``, and ``rate_limited`` who guesses codes.
    """
    user = signed_in(request)
    playing = Player.objects.select_related("game").filter(game__rooms__code=code, user=user)
    # No more of the game than a move is read by: the one door reads the rest, and locks it.
    player = playing.only("seat", "game__dials", "game__rules_version").first()
    if player:
        return AtTable(user, player.game, player.seat)
    guesses.check(request, code, user.id)
    room = Room.objects.filter(code=code).first()
    if room is None:
        raise Refused("no_room")
    raise Refused("not_playing" if room.game_id is None else "not_seated")


def integer(request: HttpRequest, field: str) -> int:
    """A whole number that was posted. Refuses ``bad_request``."""
    try:
        return int(request.POST[field])
    except (KeyError, ValueError) as error:
        raise Refused("bad_request") from error


def request_id(request: HttpRequest, *, required: bool) -> str:
    """The name that the sender gave this request. Refuses ``bad_request``."""
    given = request.POST.get("request_id", "")
    printable = given.isascii() and given.isprintable()
    if len(given) > 64 or not printable or (required and not given):
        raise Refused("bad_request")
    return given
