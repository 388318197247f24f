"""A password for a server on the loopback address, because other users of the machine can reach the
server, too.
"""

import os
import secrets
from pathlib import Path


def stored_password(path: Path) -> str:
    """Return the password in the file ``path``. The first call makes the file. Only its owner can
    read it.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(24))
    return path.read_text()
