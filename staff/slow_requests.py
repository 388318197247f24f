"""Stores slow requests, so that the staff can see them. Fast requests cost no query."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from staff.models import SlowRequest

logger = logging.getLogger(__name__)

#: About this many requests are stored. Older ones are deleted from time to time.
KEPT = 1000


class NoteSlowRequests:
    """Middleware that measures the time of each request. It comes before nearly all other
    middleware, so that it measures nearly the whole request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - started
        # A 503 usually means that the database is unavailable. Then the row can't be stored.
        if seconds > settings.SLOW_REQUEST_SECONDS and response.status_code != 503:
            note(request, response, seconds)
        return response


def note(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Store a slow request with its URL pattern. The pattern has no codes, ids or cards."""
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
        # The database may be the reason for the slow request. The person gets the response even if
        # the row can't be stored.
        logger.warning("A slow request could not be noted", exc_info=True)
