"""Turns every ``Refused`` that a view raises into a response. Also refuses requests that come too
often.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy as _

from accounts.rate_limits import seconds_to_wait
from accounts.view_helpers import wants_json
from game.refusals import Refused

#: The titles and headings of the pages of some refusals.
TITLES = {
    "no_name": _("Who are you?"),
    "no_room": _("This table does not exist"),
    "room_closed": _("This table is closed"),
    "removed": _("You can’t come back"),
    "no_game": _("You can’t see this game"),
    "no_person": _("You can’t see this page"),
    "game_running": _("This game is not over yet"),
    "everybody_gone": _("Nobody is here"),
    "rate_limited": _("Please wait"),
}


class RefusalMiddleware(MiddlewareMixin):
    """Middleware that answers with ``refusal`` when a view raises ``Refused``."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        response = refusal(request, exception)
        add_never_cache_headers(response)
        return response


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The refusal as a response: code and sentence as JSON for programs, or a page for people."""
    response: HttpResponse
    if wants_json(request) or request.path.endswith(".json"):
        body = {"code": refused.code, "message": refused.message} | refused.context
        response = JsonResponse(body, status=refused.status)
    else:
        about = refused
        route = request.resolver_match
        if refused.code == "no_name" and route and "game_id" in route.kwargs:
            about = Refused("no_game")  # A new name would not help to see a finished game.
        title = TITLES.get(about.code, _("Request refused"))
        context = {"refusal": about.message, "code": about.code, "title": title} | refused.context
        response = render(request, "refused.html", context, status=refused.status)
    return with_wait(response, refused)


def check_rate(
    request: HttpRequest, group: str, most: int, key: str = "user_or_ip", *, seconds: int = 60
) -> None:
    """Count this request. Raise ``Refused`` with ``rate_limited`` if there were more than ``most``
    in ``seconds``.
    """
    wait = seconds_to_wait(request, group, most, key, seconds=seconds)
    if wait:
        raise Refused("rate_limited", retry_after=wait)


def with_wait(response: HttpResponse, refused: Refused) -> HttpResponse:
    """Set ``Retry-After`` if the refusal has a waiting time."""
    if "retry_after" in refused.context:
        response["Retry-After"] = str(refused.context["retry_after"])
    return response
