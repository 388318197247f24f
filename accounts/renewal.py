"""Renews used sessions, so that a person who comes once a year stays signed in."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

#: When the session was last renewed, in seconds since 1970. Kept in the session, which has been
#: read anyway; the row's own date would cost each request a query.
RENEWED_AT = "renewed_at"

#: The shortest time between two renewals of a session.
RENEW_AFTER_SECONDS = 24 * 3600


class RenewSessions:
    """Saves a used session once a day: its row and its cookie then last another year.

    Works on the answer, and only if the request has read the session. Django's own middleware must
    come before this one: it saves the session and sends the cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session and _is_old(session.get(RENEWED_AT)):
            session[RENEWED_AT] = _now()
            # Guests who do not come back are removed by this date (rooms.retention). An account's
            # stays: links for a new password are made from it.
            User.objects.filter(pk=session[SESSION_KEY], is_guest=True).update(
                last_login=timezone.now()
            )
        return response


@receiver(user_logged_in)
def _note(request: HttpRequest, **_more: Any) -> None:
    # A new session need not be renewed.
    request.session[RENEWED_AT] = _now()


def _is_old(renewed_at: int | None) -> bool:
    return renewed_at is None or _now() - renewed_at >= RENEW_AFTER_SECONDS


def _now() -> int:
    return int(timezone.now().timestamp())
