"""Publishes that a person has signed out, here or elsewhere, or has a new password.

``rooms.actions.suspend_rename_delete`` publishes a suspension or a deletion in the same way. Each
process then closes all sockets of the person. Pages reconnect, unless they no longer may.
"""

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from live import notifications


@receiver(user_logged_out)
def publish_sign_out(request: HttpRequest | None, user: User | None, **_more: object) -> None:
    """Publish a sign-out. Django deletes the session only after this signal, so delete it first."""
    if request is not None and user is not None:
        request.session.flush()
        notifications.publish_person(user.pk)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Publishes that sessions of other devices were ended."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        people = {session.user_id for session in sessions}
        super().end_sessions(sessions)
        for user_id in people:
            notifications.publish_person(user_id)


class CloseSocketsOfOtherDevices:
    """Publishes a new password, however it was changed: by the person, the staff or a command.

    Django calls ``password_changed`` of each password validator after it has stored a password.
    The sessions of other devices still exist but are no longer valid, so their pages are refused
    when they reconnect.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def password_changed(self, password: str, user: User) -> None:
        notifications.publish_person(user.pk)

    def get_help_text(self) -> str:
        return ""
