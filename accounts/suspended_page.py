"""Shows measures of the staff: to suspended people on nearly every page, to others once, before
their next page. The sessions of suspended people stay.

``rooms.actions.suspend_rename_delete`` suspends a person. ``rooms.live.room_registry`` and
``finished.replay.registry`` close the person's sockets.
"""

from contextlib import suppress

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from accounts import measures
from accounts.models import User
from accounts.view_helpers import page_instead, wants_json

SENTENCE = _(
    "Your account is suspended, so you can’t play here now. If you think this is a mistake, "
    "write to the staff of this site."
)


PROOF = "accounts.appeal"


class MeasuresMiddleware(MiddlewareMixin):
    """Tells suspended people about the suspension. Django alone would treat them as anonymous.
    Other people read their notices before a page.

    Another person can still sign in with the same browser, and signing out works.
    """

    @cached_property
    def open(self) -> list[str]:
        """The addresses of the pages that stay open."""
        # The last two need no user, and they must work while the database is unavailable.
        pages = ("account_login", "account_logout", "accounts:appeal", "healthz", "readyz")
        return [reverse(name) for name in ("mfa_authenticate", "mfa_login_webauthn", *pages)]

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path in self.open:
            return None
        if request.user.is_authenticated:
            return _notices(request, request.user)
        user = suspended_person(request)
        if not user or request.path == reverse("rooms:rules"):
            return None
        return suspension(request, user)


def suspension(request: HttpRequest, user: User, proof: str = "") -> HttpResponse:
    """Return the page about the person's suspension. ``proof`` is for an appeal without a session
    of the person.
    """
    if wants_json(request):
        return JsonResponse({"code": "suspended", "message": str(SENTENCE)}, status=403)
    measure = measures.current(user, measures.Kind.SUSPENSION).first()
    return page_instead(request, "accounts/suspended.html", 403, measure=measure, proof=proof)


def proof_of(user: User) -> str:
    """Return a text that proves for an hour that somebody knows the person's password."""
    return signing.dumps(user.pk, salt=PROOF)


def proven_person(proof: str) -> User | None:
    """Return the suspended person of a text from ``proof_of``."""
    with suppress(signing.BadSignature):
        user_id = signing.loads(proof, salt=PROOF, max_age=3600)
        return User.objects.filter(pk=user_id, is_active=False).first()
    return None


def suspended_person(request: HttpRequest) -> User | None:
    """Return the suspended person of the session. Django's ``request.user`` is anonymous then."""
    user_id = request.session.get(SESSION_KEY)
    user = user_id and User.objects.filter(pk=user_id, is_active=False).first()
    proof = request.session.get(HASH_SESSION_KEY, "")
    return user if user and constant_time_compare(proof, user.get_session_auth_hash()) else None


def _notices(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page with the notices that the person has not read, in place of a whole page."""
    is_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if not user.has_notice or not is_page or HtmxDetails(request):
        return None
    unread = list(measures.to_read(user))
    if not unread:
        return None
    return page_instead(request, "accounts/notices.html", unread=unread)
