"""Limits how often one IP address can guess room codes.

Every view or socket checks the limit before its answer tells whether a room exists. So after too
many guesses the answer is the same for existing and unknown codes. People with a seat in the room
always get in.
"""

import logging

from django.http import HttpRequest

from accounts import metrics
from accounts.rate_limits import seconds_to_wait
from game.refusals import Refused
from rooms.models import Seat

logger = logging.getLogger(__name__)

MISSES_PER_MINUTE = 60
_GROUP = "rooms.miss"


def check(request: HttpRequest, code: str, user_id: int | None) -> None:
    """Raise ``Refused`` with ``rate_limited`` if this address has guessed too often, unless the
    person has a seat in this room.
    """
    # With ``count=False`` this request does not raise the count. With a limit of n, a request after
    # n misses still passes.
    wait = seconds_to_wait(request, _GROUP, MISSES_PER_MINUTE, count=False)
    seats = Seat.objects.filter(room__code=code)
    if wait and not (user_id and seats.filter(user_id=user_id).exists()):
        raise Refused("rate_limited", retry_after=wait)


def count_miss(request: HttpRequest) -> None:
    """Count a request with an unknown room code."""
    seconds_to_wait(request, _GROUP, MISSES_PER_MINUTE)
    metrics.CODES_GUESSED.inc()
    logger.info("a code without a room was asked for")
