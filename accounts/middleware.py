"""What guests are led to before they can have a password or an address."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


class GuestsSignUpFirst:
    """A guest has neither a password nor an address: those pages lead them to signing up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.pages = (reverse("account_change_password"), reverse("account_set_password"),
                      reverse("account_email"))  # fmt: skip

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The address first: who it is takes the database, which /readyz must not wait for.
        if request.path in self.pages and request.user.is_authenticated and request.user.is_guest:
            return HttpResponseRedirect(reverse("account_signup"))
        return self.get_response(request)
