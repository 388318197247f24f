"""Tells allauth to turn a guest into an account."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import User, check_username
from accounts.names import MAX_VISIBLE
from accounts.people import cleaned_name


class AccountAdapter(DefaultAccountAdapter):
    """Uses the row of the guest for the account, so that seats, history and picture stay."""

    def new_user(self, request: HttpRequest) -> User:
        """The user who gets the account."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A user name that is free, and looks like no other."""
        username = super().clean_username(username, shallow)
        if not shallow:
            try:
                check_username(username, None)
            except ValidationError as error:
                raise ValidationError(error.messages) from error
        return username

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill in the form's values. A user without a name is called by the user name."""
        user.is_guest = False
        user = super().save_user(request, user, form, commit=False)
        if not user.name:
            user.name = _shown(user)
        if commit:
            user.save()
        return user


def _shown(user: User) -> str:
    try:
        return cleaned_name(user, user.username[:MAX_VISIBLE])
    except ValidationError:
        return "Reader"
