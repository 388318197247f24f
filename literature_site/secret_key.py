"""A secret key for a site without SECRET_KEY."""

import os
import secrets
import tempfile
from pathlib import Path


def stored_secret_key(path: Path) -> str:
    """The key kept at `path`, made at the first call; only this user of the machine can read it.

    Processes that start together get the same key: a link to a finished file either is the
    first or fails, so nobody reads half a key and nobody replaces one.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes files that only the owner can read and write.
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first; use its key
        finally:
            os.unlink(draft)
    return path.read_text()
