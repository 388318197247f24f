"""Keys that the site makes itself if the environment has none: the secret key, and the key with
which push services recognise this site (VAPID, RFC 8292).
"""

import os
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from py_vapid import Vapid02


def stored_key(path: Path, size: int) -> str:
    """Return the key in the file `path`. The first call makes the file, with ``size`` random bytes.
    Only its owner can read it.

    Processes that start at the same time get the same key: each process links a complete file to
    `path`, and only the first link succeeds.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes a file that only its owner can read and write.
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(size))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # Another process was first. Use its key.
        finally:
            os.unlink(draft)
    return path.read_text()


def push_key() -> "Vapid02 | None":
    """Return the key that signs push messages. Without one, such as in a container that can't
    store it, there is no web push.
    """
    try:
        # All but one in four billion numbers of 32 bytes are keys of the curve P-256.
        text = settings.VAPID_PRIVATE_KEY or stored_key(settings.VAR_DIR / "vapid_key", 32)
    except OSError:
        return None
    # This library needs 15 MB, and most processes never send.
    from py_vapid import Vapid02

    return Vapid02.from_string(text)


def public_push_key() -> str:
    """Return the public part of the key, which browsers need to subscribe; "" without a key."""
    key = push_key()
    if key is None:
        return ""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid.utils import b64urlencode

    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return b64urlencode(point)
