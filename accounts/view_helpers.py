"""Helpers for views: the format of a response, and where the browser goes next."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def wants_json(request: HttpRequest) -> bool:
    """Whether the response should be JSON. Browsers, and clients that accept anything, get HTML."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def next_url(request: HttpRequest) -> str:
    """The address in the request's `next` if it is on this site; otherwise the home page."""
    target = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else "/"
