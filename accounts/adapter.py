"""The adapters for allauth: two-step sign-in, and sign-in with other providers."""

import segno
from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class TwoStepAdapter(DefaultMFAAdapter):
    """Names this site in passkeys, and draws QR codes with the library of the invitations."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That did not work. Try again, or choose another way."),
    }

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code for an authenticator app, as an element of the page."""
        code = segno.make(url, micro=False)
        return code.svg_inline(border=2, dark="#221f1c", light="#fffdf8", omitsize=True)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the names of this site in a passkey: its host, and the name that people read."""
        return super().get_public_key_credential_rp_entity() | {"name": settings.MFA_TOTP_ISSUER}


class ProviderAdapter(DefaultSocialAccountAdapter):
    """Uses the guest's row for the new account."""

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        """Return a new user. allauth would take the guest for an account of the provider."""
        return User()

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: SignupForm) -> User:
        """Turn the guest into an account. Store only the address that the person left in the form.

        The name at the provider is not used: other people would see it.
        """
        sociallogin.user = get_adapter().new_user(request)
        wanted = form.cleaned_data.get("email", "").lower()
        known = sociallogin.email_addresses
        sociallogin.email_addresses = [each for each in known if each.email.lower() == wanted]
        return super().save_user(request, sociallogin, form)
