"""The forms for name, picture and preferences, for signing in, and for a forgotten password."""

from typing import Any

from allauth.account.forms import (
    LoginForm,
    RequestLoginCodeForm,
    ResetPasswordForm,
    SignupForm,
)
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.validators import MaxLengthValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.avatars import AVATARS, check_avatar
from accounts.models import User
from accounts.names import MAX_VISIBLE
from accounts.people import chosen_name
from accounts.preferences import sent_preferences

#: The maximum length of an e-mail address. User names are shorter.
MAX_LOGIN = 254
MOST_PASSKEYS = 10


class GuestForm(forms.Form):
    """The form for a name, a picture and preferences.

    Preferences that were not sent do not change.
    """

    # No field is required, so that ``clean_name`` and ``clean_avatar`` refuse empty values with
    # their own messages.
    name = forms.CharField(label=_("Your name"), required=False, strip=False)
    avatar = forms.CharField(label=_("Your picture"), required=False)

    def __init__(self, data: QueryDict | None, user: User | AnonymousUser, **options: Any) -> None:
        super().__init__(data, **options)
        self.user = user

    avatars = AVATARS
    max_visible = MAX_VISIBLE

    def clean_name(self) -> str:
        return chosen_name(self.user, self.cleaned_data["name"])

    def clean_avatar(self) -> str:
        check_avatar(self.cleaned_data["avatar"])
        return self.cleaned_data["avatar"]

    def clean(self) -> dict[str, object]:
        return {**(super().clean() or {}), "preferences": sent_preferences(self.data)}

    def refusal(self) -> tuple[str, str]:
        """The code and the sentence of the first error of an invalid form."""
        field, sentences = next(iter(self.errors.items()))
        code = "bad_preference" if field == NON_FIELD_ERRORS else f"bad_{field}"
        return code, str(sentences[0])


class SignInForm(LoginForm):
    """Refuses a name or address that is longer than any stored one, because SQLite can't search for
    very long texts.
    """

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["login"].validators.append(MaxLengthValidator(MAX_LOGIN))


class SignUpForm(SignupForm):
    """Makes an account with a password, or without one if the person wants a passkey."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        if "passkey" in self.data:
            del self.fields["password1"], self.fields["password2"]


class LostPasswordForm(ResetPasswordForm):
    """Sends a link for a new password, but only to confirmed addresses."""

    users: list[User]

    def clean_email(self) -> str:
        email = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True)
        owners = set(confirmed.values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in owners]
        return email


class CodeForm(RequestLoginCodeForm):
    """Sends a code for signing in, but only to confirmed addresses."""

    _user: User | None

    def clean_email(self) -> str:
        email = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True)
        if not confirmed.filter(user=self._user).exists():
            self._user = None
        return email


class PasskeyForm(AddWebAuthnForm):
    """Adds a passkey, but only some to each account."""

    def clean(self) -> dict[str, object]:
        keys = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if keys.count() >= MOST_PASSKEYS:
            raise ValidationError(_("You have many passkeys. Remove one first."))
        return super().clean()
