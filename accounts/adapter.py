"""How allauth makes an account here: out of the guest who asks for one, where there is one."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.models import User
from accounts.names import MAX_VISIBLE, clean_name


class AccountAdapter(DefaultAccountAdapter):
    """A guest's row becomes the account's: seats, history and picture stay with it."""

    def new_user(self, request: HttpRequest) -> User:
        """Whose account it will be."""
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill in what the form says. Whoever has no name yet is called what they sign in with."""
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
