"""Helpers for views: the format of a response, numbers in addresses, and where the browser goes
next.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

#: The most digits of a number. Such numbers fit into every database and into a timedelta.
LONGEST_NUMBER = 18


def wants_json(request: HttpRequest) -> bool:
    """Whether the response should be JSON. Browsers, and clients that accept anything, get HTML."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def page_instead(
    request: HttpRequest, template: str, status: int = 200, **context: object
) -> HttpResponse:
    """Render a whole page in place of the answer that was asked for. It has the address to which
    people can write. Where HTMX expects a part of a page, the browser loads the page again.
    """
    context["address"] = settings.APPEAL_ADDRESS
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    if HtmxDetails(request):
        response["HX-Refresh"] = "true"
    return response


def whole_number(text: str | None) -> int | None:
    """The number in a text; None if the text is not a number of at most 18 digits."""
    fits = text is not None and text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if fits and text else None


def letters_and_digits(text: str, most: int) -> str:
    """The text if it has only ASCII letters and digits, and at most ``most``; otherwise nothing.
    Every database can look for such a text.
    """
    return text if text.isascii() and text.isalnum() and len(text) <= most else ""


def next_url(request: HttpRequest) -> str:
    """The address in the request's `next` if it is on this site; otherwise the home page."""
    target = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else "/"


def site_address(request: HttpRequest, path: str) -> str:
    """The whole address of a path: SITE_URL and the path. If SITE_URL is not set, the address is
    at the request's host.
    """
    site = settings.SITE_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"
    return site + iri_to_uri(path)
