"""The adapters for allauth: two-step sign-in."""

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TwoStepAdapter(DefaultMFAAdapter):
    """Names this site in passkeys, and draws QR codes with the library of the invitations."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That did not work. Try again, or choose another way."),
    }

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code for an authenticator app, as an element of the page."""
        code = segno.make(url, micro=False)
        return code.svg_inline(border=2, dark="#221f1c", light="#fffdf8", omitsize=True)

    def _get_site_name(self) -> str:
        return settings.MFA_TOTP_ISSUER
