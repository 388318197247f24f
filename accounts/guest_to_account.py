"""The adapter for allauth: turns guests into accounts, limits sign-ins and sends mail."""

import logging
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.adapter import get_adapter as get_sessions_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.addresses import refuses
from accounts.blocked_page import blocked_page
from accounts.models import User, check_username
from accounts.names import MAX_VISIBLE
from accounts.people import cleaned_name
from accounts.rate_limits import counted_address
from accounts.suspended_page import proof_of, suspension

logger = logging.getLogger(__name__)

#: At each sign-in, allauth looks whether each session of the account still exists.
MOST_SESSIONS = 50


class AccountAdapter(DefaultAccountAdapter):
    """Uses the guest's row for the new account, so that seats, history and picture stay."""

    error_messages = DefaultAccountAdapter.error_messages | {
        # The same words as the label above the field, whatever the person typed into it.
        **dict.fromkeys(
            ("email_password_mismatch", "username_password_mismatch"),
            _("The user name, the e-mail address or the password is wrong."),
        ),
        "enter_current_password": _("This is not your current password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Refuse new accounts from blocked addresses, in every way of signing up."""
        if refuses(AnonymousUser(), request.META["REMOTE_ADDR"]):
            raise ImmediateHttpResponse(blocked_page(request))
        return True

    def new_user(self, request: HttpRequest) -> User:
        """The user that the sign-up form fills in: the guest, or a new user."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the user name.

        Raise ValidationError if it is not allowed or, unless ``shallow``, if it is taken or looks
        like another user name.
        """
        username = super().clean_username(username, shallow)
        if not shallow:
            try:
                check_username(username, None)
            except ValidationError as error:
                raise ValidationError(error.messages) from error
        return username

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """People may remove every address, because an account works without an address."""
        return True

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Answer 429 after too many wrong passwords."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise ImmediateHttpResponse(respond_429(request)) from error

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show a suspended person the words of the staff, and let them appeal. allauth calls this
        after the first step of a sign-in. Who has a second step appeals with an open session, or by
        a letter.
        """
        return suspension(request, user, "" if is_mfa_enabled(user) else proof_of(user))

    def post_login(self, request: HttpRequest, user: User, **about: Any) -> HttpResponse:
        """End the account's oldest sessions if it has too many.

        A new account without a password gets its passkey first.
        """
        if about["signup"] and "passkey" in request.POST:
            about["redirect_url"] = reverse("mfa_add_webauthn")
        response = super().post_login(request, user, **about)
        by_age = UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk")
        get_sessions_adapter().end_sessions(by_age[MOST_SESSIONS:])
        return response

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """The ways to show that it is the same person. A new passkey is at hand, its codes are not
        known yet, so codes come last.
        """
        methods = super().get_reauthentication_methods(user)
        return sorted(methods, key=lambda each: each["id"] == "mfa_reauthenticate")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address by which the limits count."""
        return counted_address(super().get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        # Count by user name and IP address, so that a stranger who guesses passwords does not lock
        # the owner out.
        name = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{name}:{self.get_client_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an e-mail.

        If SITE_URL is set, the links in the e-mail are SITE_URL and a path, whatever host the
        request names.
        """
        if settings.SITE_URL:
            for name in context:
                if name.endswith("_url"):
                    context[name] = settings.SITE_URL.rstrip("/") + urlsplit(context[name]).path
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:  # The errors of smtplib are OSErrors, too.
            # Do not refuse the request: a new account is stored already, and the person can ask for
            # the mail again.
            logger.exception("A mail could not be sent")

    def save_user(
        self, request: HttpRequest, user: User, form: object, commit: bool = True
    ) -> User:
        """Store the form's values.

        A user without a display name gets one, made from the user name if possible.
        """
        user.is_guest = False
        user = super().save_user(request, user, form, commit=False)
        if not user.name:
            try:
                user.name = cleaned_name(user, user.username[:MAX_VISIBLE])
            except ValidationError:
                user.name = "Reader"
        if commit:
            user.save()
        return user
