"""Sends a push message to a browser, through the push service that the browser has named."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from email.utils import parseaddr
from hashlib import sha256
from time import time
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from alerts import outgoing
from alerts.keys import push_key
from alerts.outgoing import Outcome

_HALF_A_DAY: Final = 12 * 3600


def send(
    endpoint: str, p256dh: str, auth: str, payload: Mapping[str, str], *, topic: str, ttl: int
) -> Outcome:
    """Send ``payload`` (title, body, url and tag) to the browser with this subscription.

    The push service keeps the message for ``ttl`` seconds. A later message with the same topic
    replaces it.
    """
    key = push_key()
    if key is None:
        return Outcome.AGAIN
    body = encrypted(p256dh, auth, _declarative(payload))
    if body is None or not outgoing.is_possible(endpoint):
        return Outcome.GONE
    claims = {
        "aud": f"https://{urlsplit(endpoint).netloc}",
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "exp": int(time()) + _HALF_A_DAY,
    }
    headers = {
        **key.sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        # At most 32 of the characters of Base64 are allowed.
        "Topic": urlsafe_b64encode(sha256(topic.encode()).digest()[:24]).decode(),
    }
    return outgoing.send(endpoint, body, headers)


def encrypted(p256dh: str, auth: str, data: bytes) -> bytes | None:
    """Encrypt data for the browser with these keys (RFC 8291); None if they are not keys."""
    # This library needs 40 MB, and most processes never send.
    from http_ece import ECEException
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": p256dh, "auth": auth}
    try:
        return bytes(WebPusher({"endpoint": "", "keys": keys}).encode(data)["body"])
    except (ECEException, WebPushException, ValueError, IndexError):
        return None


def _declarative(payload: Mapping[str, str]) -> bytes:
    """Return the message in the form that iOS shows without the service worker. For all other
    browsers ``static/js/service-worker.js`` shows it.
    """
    notification = {
        "title": payload["title"],
        "body": payload["body"],
        "navigate": payload["url"],
        "tag": payload["tag"],
    }
    return json.dumps({"web_push": 8030, "notification": notification}).encode()
