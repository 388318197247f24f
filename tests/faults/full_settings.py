"""The site's settings, for a database that may hold no more pages than a file says."""

import os
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from literature_site.settings import *  # noqa: F403


def limit(connection: Any, **_sender: Any) -> None:
    """SQLite keeps this limit with the connection, and each request has one of its own."""
    pages = Path(os.environ["MOST_PAGES"]).read_text()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


connection_created.connect(limit)
