"""Refuses guests and visitors at blocked addresses."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy as _

from accounts import addresses
from accounts.rate_limits import counted_address
from accounts.view_helpers import page_instead, wants_json

SENTENCE = _(
    "Guests can’t play from your internet address now. You can play with an account that was made "
    "before."
)

#: People at a blocked address can't see these pages.
CLOSED = ("/guest/", "/rooms/new/", "/r/")
#: They can send nothing except to these pages. allauth asks its adapter about new accounts.
OPEN = ("/accounts/", "/account/", "/admin/", "/appeal/", "/guest/preferences/", "/notices/",
        "/puzzle/")  # fmt: skip


class AddressBlockMiddleware(MiddlewareMixin):
    """Shows a page about the block in place of all pages and changes that concern playing. Shared
    games, rules, puzzles and signing in stay open.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        path, reads = request.path, request.method in ("GET", "HEAD")
        is_closed = path.startswith(CLOSED) if reads else not path.startswith(OPEN)
        if is_closed and addresses.refuses(request.user, request.META["REMOTE_ADDR"]):
            return blocked_page(request)
        return None


def blocked_page(request: HttpRequest) -> HttpResponse:
    """Return the page about the block of the request's address."""
    if wants_json(request):
        body = {"code": "address_blocked", "message": str(SENTENCE)}
        return JsonResponse(body, status=403)
    blocks = addresses.in_force().filter(address=counted_address(request.META["REMOTE_ADDR"]))
    until = blocks.order_by("-until").values_list("until", flat=True).first()
    template = "accounts/address_blocked.html"
    return page_instead(request, template, 403, sentence=SENTENCE, until=until)
