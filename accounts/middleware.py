"""Decides for the pages of accounts whether a guest is a visitor, or needs an account first."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

#: How the names of the addresses for signing in end. There a guest counts as a visitor: allauth
#: would else redirect the guest, or sign the guest out before there is an account.
SIGN_IN = ("_login", "_callback", "_login_code", "_login_webauthn", "mfa_authenticate")
#: The names of the addresses that need an account, and how the names of the others begin.
NEED_ACCOUNT = ("account_change_password", "account_set_password", "account_email", "sessions")
BEGIN_FOR_ACCOUNTS = "mfa_"


class GuestMiddleware(MiddlewareMixin):
    """Redirects guests from the pages that need an account to the sign-up page. On the pages for
    signing in, a guest counts as a visitor; the session stays the guest's until the sign-in.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_arguments: object
    ) -> HttpResponse | None:
        # Check the name first: `request.user` queries the database, and /readyz must not wait for
        # the database.
        name = request.resolver_match.url_name or "" if request.resolver_match else ""
        signs_in = name.endswith(SIGN_IN)
        if not (signs_in or name in NEED_ACCOUNT or name.startswith(BEGIN_FOR_ACCOUNTS)):
            return None
        if request.user.is_authenticated and request.user.is_guest:
            if not signs_in:
                return HttpResponseRedirect(reverse("account_signup"))
            request.user = AnonymousUser()
        return None
