"""Decides for the pages of accounts whether a guest is a visitor, or needs an account first."""

import logging
import struct
from collections.abc import Callable
from typing import Any

from allauth.core.ratelimit import respond_429
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from requests import RequestException

from accounts.rate_limits import seconds_to_wait

logger = logging.getLogger(__name__)

#: How the names of the pages end on which everybody counts as a visitor, and of those on which a
#: guest does. allauth would else redirect people who are signed in, or sign a guest out while there
#: is no account yet.
FOR_VISITORS = ("_login_code", "_login_webauthn", "mfa_authenticate")
FOR_GUESTS_TOO = ("_login", "_callback")
#: How the names of the pages end that store a session for any visitor. allauth counts only some of
#: their requests. A sign-in takes up to four.
WAYS_IN = ("_login_webauthn", "_login", "_callback")
WAYS_IN_PER_MINUTE = 120
#: The names of the pages that need an account; those for the second step do, too.
NEED_ACCOUNT = ("account_change_password", "account_set_password", "account_email", "sessions",
                "socialaccount_connections")  # fmt: skip
#: The most characters in a field of the pages for the second step. A passkey has about a thousand.
LONGEST = 10_000
#: The errors of the parsers for JSON, base64 and CBOR, and of PostgreSQL for NUL in JSON.
MALFORMED = (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error,
             DataError)  # fmt: skip


class AccountPagesMiddleware(MiddlewareMixin):
    """Redirects guests from the pages that need an account to the sign-up page. On the pages for
    signing in, people count as visitors; the session stays theirs until the sign-in.

    If another provider does not answer, the person gets a page that says so. Malformed passkeys, on
    which some of allauth's forms fail, and those that no device makes so long are refused.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_arguments: object
    ) -> HttpResponse | None:
        # Check the name first: `request.user` queries the database, and /readyz must not wait for
        # the database.
        name = request.resolver_match.url_name or "" if request.resolver_match else ""
        if name.startswith("mfa_") and max(map(len, request.POST.values()), default=0) > LONGEST:
            raise BadRequest("A passkey is too long.")
        is_way_in = name != "account_login" and name.endswith(WAYS_IN)
        if is_way_in and seconds_to_wait(request, "ways-in", WAYS_IN_PER_MINUTE):
            return respond_429(request)
        if name.endswith(FOR_VISITORS) or (name.endswith(FOR_GUESTS_TOO) and _is_guest(request)):
            request.user = AnonymousUser()
        elif (name in NEED_ACCOUNT or name.startswith("mfa_")) and _is_guest(request):
            return HttpResponseRedirect(reverse("account_signup"))
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        match = request.resolver_match
        is_step = match is not None and (match.url_name or "").startswith("mfa_")
        if isinstance(exception, MALFORMED) and is_step and "credential" in request.POST:
            raise BadRequest("A passkey is malformed.") from exception
        if not isinstance(exception, RequestException):
            return None
        logger.warning("A provider for signing in does not answer: %s", exception)
        return HttpResponseRedirect(reverse("socialaccount_login_error"))


def _is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest
