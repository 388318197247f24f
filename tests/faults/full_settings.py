"""The site's settings, with a database whose size a file limits."""

import os
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from literature_site.settings import *  # noqa: F403


def limit(connection: Any, **_sender: Any) -> None:
    """SQLite stores this limit in the connection, and each request has its own."""
    pages = Path(os.environ["MOST_PAGES"]).read_text()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


connection_created.connect(limit)
