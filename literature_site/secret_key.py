"""Makes a secret key for a site without SECRET_KEY."""

import os
import secrets
import tempfile
from pathlib import Path


def stored_secret_key(path: Path) -> str:
    """The key in the file `path`. The first call makes it. Only this user of the machine can read
    the file.

    Processes that start together get the same key: each links a complete file to `path`, and only
    the first link succeeds.
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
            pass  # Another process was first: use its key.
        finally:
            os.unlink(draft)
    return path.read_text()
