"""Publishes that a person has signed out or has a new password.

``rooms.actions.suspend_rename_delete`` publishes a suspension or a deletion in the same way. Each
process then closes all sockets that the person may no longer use.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from live import notifications


class CloseSocketsMiddleware:
    """Publishes a sign-out after the view has finished, because Django sends the signal before it
    deletes the session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if user_id := getattr(request, "signed_out", None):
            notifications.publish_person(user_id)
        return response


@receiver(user_logged_out)
def _note(request: HttpRequest | None, user: User | None, **_more: Any) -> None:
    if request is not None and user is not None:
        request.signed_out = user.pk  # type: ignore[attr-defined]


class CloseSocketsOfOtherDevices:
    """Publishes a new password, however it was changed: by the person, the staff or a command.

    Django calls ``password_changed`` of each password validator after it has stored a password.
    The sessions of other devices still exist but are no longer valid, so their pages are refused
    when they reconnect.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Accept every password."""

    def password_changed(self, password: str, user: User) -> None:
        notifications.publish_person(user.pk, reconnect=True)

    def get_help_text(self) -> str:
        return ""
