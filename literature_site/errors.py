"""What people see when a request can't be read, or when something broke.

Plainer than Django's own views, which read the request's body again: a body that can't be decoded
must not break the page that says so.
"""

import logging

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that can't be read."""
    return HttpResponse(
        _("That could not be read. Load the page again and try once more."),
        status=400,
        content_type="text/plain; charset=utf-8",
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Something broke; in plain words if even the page that says so does."""
    try:
        page = render_to_string("500.html")
    except Exception:
        logger.exception("The page for errors broke")
        page = _("Something broke here. Every move that was made is safe. Load the page again.")
    return HttpResponse(page, status=500)
