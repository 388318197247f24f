"""Which requests are slow: noted when they are, and nothing is done when they are not."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from staff.models import SlowRequest

logger = logging.getLogger(__name__)

#: So many of the latest are kept.
KEPT = 1000


class NoteSlowRequests:
    """Measures each request; the outermost of the middlewares, so that it sees the whole of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - started
        # With the database away there is nowhere to note it, and nobody should wait once more.
        if seconds > settings.SLOW_REQUEST_SECONDS and response.status_code != 503:
            note(request, response, seconds)
        return response


def note(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Write a slow request down, by the pattern of its address: no code, no id, no card."""
    match = request.resolver_match
    try:
        kept = SlowRequest.objects.create(
            method=(request.method or "")[:8],
            route=("/" + match.route if match else "(no such address)")[:120],
            status=response.status_code,
            milliseconds=round(seconds * 1000),
        )
        if kept.pk % 50 == 0:
            SlowRequest.objects.filter(pk__lte=kept.pk - KEPT).delete()
    except DatabaseError:
        # What is slow may be the database; the answer matters more than the note.
        logger.warning("A slow request could not be noted", exc_info=True)
