"""Tells allauth to turn a guest into an account."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import User
from accounts.names import MAX_VISIBLE, clean_name


class AccountAdapter(DefaultAccountAdapter):
    """Uses the row of the guest for the account, so that seats, history and picture stay."""

    def new_user(self, request: HttpRequest) -> User:
        """The user who gets the account."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill in the form's values. A user without a name is called by the user name."""
        user.is_guest = False
        user = super().save_user(request, user, form, commit=False)
        if not user.name:
            user.name = _shown(user.username)
        if commit:
            user.save()
        return user


def _shown(username: str) -> str:
    try:
        return clean_name(username[:MAX_VISIBLE])
    except ValidationError:
        return "Reader"
