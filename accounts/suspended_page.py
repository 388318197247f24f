"""Tells suspended people about the suspension on nearly every page. Their sessions stay.

``rooms.actions.suspend_rename_delete`` suspends a person. ``rooms.live.room_registry`` and
``finished.replay.registry`` close the person's sockets.
"""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.view_helpers import wants_json

SENTENCE = _(
    "Your account is suspended, so you can’t play here now. If you think this is a mistake, "
    "write to the staff of this site."
)


class SuspensionMiddleware:
    """Tells suspended people about the suspension. Django alone would treat them as anonymous.

    Another person can still sign in with the same browser, and signing out works.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # The last two need no user, and they must work while the database is unavailable.
        open_pages = ("account_login", "account_logout", "healthz", "readyz")
        self.open = [reverse(name) for name in open_pages]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in self.open or request.user.is_authenticated:
            return self.get_response(request)
        user_id = request.session.get(SESSION_KEY)
        if user_id is None or not User.objects.filter(pk=user_id, is_active=False).exists():
            return self.get_response(request)
        if wants_json(request):
            return JsonResponse({"code": "suspended", "message": str(SENTENCE)}, status=403)
        response = render(request, "accounts/suspended.html", status=403)
        if HtmxDetails(request):
            # HTMX expects a part of a page, but this is a whole page: let the browser reload.
            response["HX-Refresh"] = "true"
        return response
