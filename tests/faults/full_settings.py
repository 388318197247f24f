"""The site's settings, but a file limits the size of the database."""

import os
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from literature_site.settings import *  # noqa: F403


def limit(connection: Any, **_sender: Any) -> None:
    """SQLite has this limit for each connection, and each request has its own connection."""
    pages = Path(os.environ["MOST_PAGES"]).read_text()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


connection_created.connect(limit)
