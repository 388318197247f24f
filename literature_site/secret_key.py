"""Makes a secret key if the environment has no SECRET_KEY."""

import os
import secrets
import tempfile
from pathlib import Path


def stored_secret_key(path: Path) -> str:
    """Return the key in the file `path`. The first call makes the file. Only its owner can read it.

    Processes that start at the same time get the same key: each process links a complete file to
    `path`, and only the first link succeeds.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes a file that only its owner can read and write.
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # Another process was first. Use its key.
        finally:
            os.unlink(draft)
    return path.read_text()
