"""Guessing room codes: whoever names many rooms that are not there is slowed down, by address.

Looked at before a room is read, by every way in; so past the limit a code that exists looks like
one that does not. Whoever has a seat in the room gets in all the same.
"""

from django.http import HttpRequest

from accounts.limits import seconds_to_wait
from game.refusals import Refused
from rooms.models import Seat

MISSES_PER_MINUTE = 60
_GROUP = "rooms.miss"


def check(request: HttpRequest, code: str, user_id: int | None) -> None:
    """Refuses ``rate_limited`` where this address has guessed too often."""
    # A limit of n is passed by the n-th miss, not by the look after it.
    wait = seconds_to_wait(request, _GROUP, MISSES_PER_MINUTE, count=False)
    if wait and not Seat.objects.filter(room__code=code, user_id=user_id).exists():
        raise Refused("rate_limited", retry_after=wait)


def missed(request: HttpRequest) -> None:
    """There was no such room."""
    seconds_to_wait(request, _GROUP, MISSES_PER_MINUTE)
