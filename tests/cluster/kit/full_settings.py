"""The site's settings with a limit for the size of the database. The limit is in a file."""

import os
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from literature_site.settings import *  # noqa: F403


def limit(connection: Any, **_sender: Any) -> None:
    """Limit the size of the database. SQLite has this limit for each connection, and each request
    has its own connection.
    """
    pages = Path(os.environ["MOST_PAGES"]).read_text()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


connection_created.connect(limit)
