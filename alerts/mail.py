"""Sends an alert by e-mail, with links to stop these mails (RFC 8058)."""

import logging
import smtplib
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from alerts.choices import address_of
from alerts.outgoing import Outcome
from alerts.text import Text

logger = logging.getLogger(__name__)

_signer = signing.Signer(salt="alerts.mail")


def send(user: User, key: str, text: Text) -> Outcome:
    """Send ``text`` to the person's confirmed address. ``key`` is unique for each mail; a copy has
    the same.
    """
    address = address_of(user.pk)
    if address is None:
        return Outcome.GONE
    site = settings.SITE_URL.rstrip("/")
    stop = site + reverse("alerts:stop", args=[_signer.sign(str(user.pk))])
    context = {"text": text, "stop": stop, "alerts": site + reverse("alerts:alerts")}
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "Message-ID": f"<{_signer.signature(key)}@{urlsplit(site).hostname}>",
    }
    body = render_to_string("alerts/mail.txt", context)
    try:
        EmailMessage(text.title, body, to=[address], headers=headers).send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _sentence in error.recipients.values()]
        return Outcome.GONE if min(codes) >= 500 else Outcome.AGAIN
    except OSError as error:  # The other errors of smtplib are OSErrors, too.
        logger.warning("An alert could not be sent by e-mail: %r", error)
        return Outcome.AGAIN
    return Outcome.SENT


def person_of(token: str) -> int | None:
    """The id of the person to whom a mail with this link went; None if the link is forged."""
    try:
        return int(_signer.unsign(token))
    except signing.BadSignature:
        return None
