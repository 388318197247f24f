"""Sends a push message to a browser, through the push service that the browser has named."""

import json
from base64 import urlsafe_b64encode
from email.utils import parseaddr
from hashlib import sha256
from time import time
from urllib.parse import urlsplit

from django.conf import settings

from alerts import outgoing
from alerts.keys import push_key
from alerts.models import Device
from alerts.outgoing import Outcome
from alerts.text import Text


def send(device: Device, text: Text, ttl: int) -> Outcome:
    """Send a text to a browser. The push service keeps the message for ``ttl`` seconds. A later
    message with the same tag replaces it.
    """
    key = push_key()
    if key is None:
        return Outcome.AGAIN
    # iOS shows a message in this form by itself; elsewhere ``static/js/service-worker.js`` does.
    shown = {"title": text.title, "body": text.body, "navigate": text.link, "tag": text.tag}
    message = json.dumps({"web_push": 8030, "notification": shown}).encode()
    body = encrypted(device.p256dh, device.auth, message)
    if body is None or not outgoing.is_possible(device.endpoint):
        return Outcome.GONE
    claims = {
        "aud": f"https://{urlsplit(device.endpoint).netloc}",
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "exp": int(time()) + 12 * 3600,
    }
    headers = {
        **key.sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        # At most 32 of the characters of Base64 are allowed. The service does not learn the tag.
        "Topic": urlsafe_b64encode(sha256(text.tag.encode()).digest()[:24]).decode(),
    }
    return outgoing.send(device.endpoint, body, headers)


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
