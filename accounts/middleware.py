"""Redirects guests from the pages that need an account to the sign-up page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


class GuestSignUpMiddleware:
    """Redirects guests from the pages for passwords and e-mail addresses to the sign-up page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.pages = (reverse("account_change_password"), reverse("account_set_password"),
                      reverse("account_email"))  # fmt: skip

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Check the path first: `request.user` queries the database, and /readyz must not wait for
        # the database.
        if request.path in self.pages and request.user.is_authenticated and request.user.is_guest:
            return HttpResponseRedirect(reverse("account_signup"))
        return self.get_response(request)
