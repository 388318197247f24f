"""The site's settings as in production, with three exceptions: an environment variable names the
folder of the static files, hashing passwords is fast, and SQLite does not wait for the disk. No
test cuts the power.
"""

from literature_site.settings import *  # noqa: F403
from literature_site.settings import DATABASES, env

STATIC_ROOT = env.path("STATIC_ROOT")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
