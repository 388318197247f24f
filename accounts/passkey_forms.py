"""The forms with a passkey. They refuse whatever is not a passkey, where allauth's forms let some
errors of the parsers through.
"""

import struct
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms
from django.core.validators import MaxLengthValidator

#: The errors of parsers for JSON, base64 and CBOR.
MALFORMED = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError,
             TypeError, ValueError, struct.error)  # fmt: skip
#: A passkey takes about one kilobyte.
LONGEST_PASSKEY = 10_000
LONGEST_NAME = 60
MOST_PASSKEYS = 10


class PasskeyForm:
    """Refuses a malformed passkey."""

    def full_clean(self: Any) -> None:
        try:
            super().full_clean()  # type: ignore[misc]
        except MALFORMED:
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))


class AddForm(PasskeyForm, forms.AddWebAuthnForm):
    """Adds a passkey. Their number and size are limited."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))

    def clean(self) -> dict[str, Any]:
        keys = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        is_long = len(self.data.get("credential", "")) > LONGEST_PASSKEY
        if is_long or keys.count() >= MOST_PASSKEYS:
            raise get_adapter().validation_error("incorrect_code")
        return super().clean()


class EditForm(forms.EditWebAuthnForm):
    """Renames a passkey."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))


class LoginForm(PasskeyForm, forms.LoginWebAuthnForm):
    """Signs in."""


class AuthenticateForm(PasskeyForm, forms.AuthenticateWebAuthnForm):
    """Takes the second step."""


class ReauthenticateForm(PasskeyForm, forms.ReauthenticateWebAuthnForm):
    """Shows once more that it is the same person."""
