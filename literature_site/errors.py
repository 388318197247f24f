"""The responses to unreadable requests and to errors, and a log filter for outages.

Django's own views would read the request's body again, and fail if it can't be decoded.
"""

import asyncio
import codecs
import logging
import sys

from django.core.exceptions import BadRequest, SuspiciousOperation, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from redis import exceptions as redis

from accounts.rate_limits import cap
from accounts.view_helpers import wants_json
from game.refusal_responses import refusal, with_wait
from game.refusals import Refused

#: The errors that a database raises while it is away, full or restarting.
DATABASE_IS_AWAY = (OperationalError, InterfaceError)

#: The errors that are raised while Redis is away or too slow, or when a process ends.
CONNECTION_IS_LOST = (redis.ConnectionError, redis.TimeoutError, asyncio.CancelledError)

#: While the database is away, pages reload after this number of seconds.
RETRY_SECONDS = 3

#: The longest period of the limits that allauth keeps (``ACCOUNT_RATES``).
ATTEMPTS_SECONDS = 300

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that can't be read."""
    if _outage_in(exception):
        # Django raises ``SessionInterrupted``, a ``BadRequest``, if it can't save a session. The
        # reason may be that the database is away.
        return unavailable(request)
    return unreadable()


def unreadable() -> HttpResponse:
    """The answer to a request that can't be read."""
    return HttpResponse(
        _("The server could not read the request. Reload the page and try again."),
        status=400,
        content_type="text/plain; charset=utf-8",
    )


#: The errors that Django raises for an unreadable or forbidden form or query.
UNREADABLE = (BadRequest, SuspiciousOperation, TooManyFilesSent, UnreadablePostError)

#: The maximum number of parts of a form. Each part may have headers, which Django needs two
#: milliseconds to read, and Django limits only the number of parts with a name.
MOST_PARTS = 100


class RefuseUnreadable(MiddlewareMixin):
    """Middleware that answers 400 if the form or the query can't be read. Otherwise a view or an
    error page would fail when it reads them.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        # A sender may name any Python codec in the content type. Some codecs fail, and the time of
        # one codec grows with the square of the length.
        if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            return bad_request(request)
        try:
            if request.method == "POST" and request.content_type == "multipart/form-data":
                boundary = (request.content_params or {}).get("boundary", "")
                if not boundary.isascii():
                    return bad_request(request)
                # The end of the form counts as a part, too.
                if boundary and request.body.count(f"--{boundary}".encode()) > cap(MOST_PARTS):
                    return bad_request(request)
            _read = request.GET, request.POST
        except UNREADABLE:
            return bad_request(request)
        return None


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after an unexpected error. If the error page fails, too, answer with one sentence."""
    if _outage_in(sys.exc_info()[1]):
        return unavailable(request)
    return HttpResponse(_page("500.html"), status=500)


def _outage_in(error: BaseException | None) -> BaseException | None:
    """Return the database error that caused ``error``; None if the cause is not an outage of the
    database.
    """
    while error is not None and not isinstance(error, DATABASE_IS_AWAY):
        error = error.__cause__ or error.__context__
    return error


def too_many_attempts(request: HttpRequest) -> HttpResponse:
    """Answer 429 after too many sign-ins or other requests that allauth limits. allauth does not
    tell how long the sender must wait.
    """
    refused = Refused("rate_limited", retry_after=ATTEMPTS_SECONDS)
    if wants_json(request):
        return refusal(request, refused)
    return with_wait(render(request, "429.html", status=refused.status), refused)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 while the database is away. Pages try again automatically."""
    refused = Refused("unavailable")
    if wants_json(request):
        body = {"code": refused.code, "message": refused.message}
        response: HttpResponse = JsonResponse(body, status=refused.status)
    elif "HX-Request" in request.headers:
        # The page already has a sentence for this case. If the request has a ``request_id``,
        # requests.js sends it again.
        response = HttpResponse(refused.message, status=refused.status)
    else:
        response = HttpResponse(_page("503.html"), status=refused.status)
        response["Refresh"] = str(RETRY_SECONDS)
        if request.method not in ("GET", "HEAD"):
            # The page with the form if it is known, otherwise the start page.
            page = request.headers.get("Referer", "")
            is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()})
            response["Refresh"] += f"; url={page if is_ours else '/'}"
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _page(template: str) -> str:
    try:
        return render_to_string(template)
    except Exception:
        logger.exception("The error page could not be rendered")
        return _("Something went wrong. All moves up to now are saved. Reload the page.")


class OneLineForOutages(logging.Filter):
    """A log filter that shortens the errors of an outage to one line, without a traceback. It drops
    Django's lines about ``/readyz``, which logs its reason itself.

    While the database or Redis is away, the same errors come again and again. Errors of the channel
    layer become warnings, because a lost notification does no harm.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(getattr(record, "request", None), "path", "") == "/readyz":
            return False
        error = record.exc_info[1] if record.exc_info else None
        if outage := _outage_in(error):
            _in_one_line(record, str(outage).strip())
        elif record.name.startswith("channels_redis") and isinstance(error, CONNECTION_IS_LOST):
            _in_one_line(record, repr(error))
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def _in_one_line(record: logging.LogRecord, why: str) -> None:
    record.msg = f"{record.getMessage()}: {why}"
    record.args, record.exc_info, record.exc_text = (), None, None
