"""Renews sessions in use, so that a person who comes once a year stays signed in."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User

#: The session stores the time of its last renewal under this key, in seconds since 1970. A request
#: reads the session anyway. To read the date in the session's row would take another query.
RENEWED_AT = "renewed_at"

#: The shortest time between two renewals of a session.
RENEW_AFTER_SECONDS = 24 * 3600


class SessionRenewalMiddleware(MiddlewareMixin):
    """Once a day, saves a person's session that is in use. Its row and cookie then last for
    another year.

    The middleware acts after the view, and only if the request has read the session. In MIDDLEWARE
    it must come after Django's session middleware, which saves the session and sends the cookie.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
        is_old = session.accessed and _now() - session.get(RENEWED_AT, 0) >= RENEW_AFTER_SECONDS
        if is_old and SESSION_KEY in session:
            session[RENEWED_AT] = _now()
            # A guest's ``last_login`` decides when the guest is deleted (rooms.retention). Do not
            # change it for an account, because links for a new password depend on it.
            User.objects.filter(pk=session[SESSION_KEY], is_guest=True).update(
                last_login=timezone.now()
            )
            # The list of an account's sessions says when each was last used. A move is a POST, and
            # must not wait for this.
            user = request.user
            if request.method == "GET" and user.is_authenticated and not user.is_guest:
                UserSession.objects.create_from_request(request)
        return response


def _now() -> int:
    return int(timezone.now().timestamp())
