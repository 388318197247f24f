"""Logs and counts requests, sign-ins, and refusals because of rate limits.

A log line of a request never has a hand, a seed, a cookie, a password or the text of a message.
"""

import time
import uuid
from collections.abc import Callable

import structlog
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from accounts import metrics

logger = structlog.stdlib.get_logger("literature.requests")

#: Other programs request these pages all the time, so these requests are not logged or counted.
QUIET = ("/healthz", "/readyz", "/metrics")


class ObserveRequests:
    """Middleware that measures each request. It is the outermost middleware, so that it measures
    the whole request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=uuid.uuid4().hex[:16])
        try:
            response = self.get_response(request)
            if request.path not in QUIET:
                _observe(request, response, time.perf_counter() - began)
            return response
        finally:
            structlog.contextvars.clear_contextvars()


def _observe(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    match = request.resolver_match
    route = f"/{match.route}" if match else "none"
    method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
    metrics.REQUESTS.labels(method, route, response.status_code).observe(seconds)
    limited = response.status_code == 429
    if limited:
        metrics.RATE_LIMITED.inc()
    if "move" in structlog.contextvars.get_contextvars():
        metrics.MOVES.observe(seconds)
    # Logging must not cause a query: show the person only if the session is already read.
    session = getattr(request, "session", None)
    person = session.get(SESSION_KEY) if session is not None and session.accessed else None
    named = match.kwargs if match else {}
    say = logger.warning if limited else logger.info
    say(
        "rate limited" if limited else "request",
        method=method,
        route=route,
        status=response.status_code,
        ms=round(seconds * 1000, 1),
        person=None if person is None else int(person),
        **{name: named[name] for name in ("code", "game_id") if name in named},
    )


@receiver(user_logged_in)
def _signed_in(user: object, **_more: object) -> None:
    metrics.LOGINS.labels("ok").inc()
    logger.info("signed in", person=getattr(user, "pk", None))


@receiver(user_login_failed)
def _not_signed_in(**_more: object) -> None:
    metrics.LOGINS.labels("failed").inc()
    logger.warning("sign-in failed")
