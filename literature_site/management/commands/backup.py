"""Makes a consistent copy of the SQLite database. The site may run meanwhile."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = (
        "Copy the SQLite database into FILE. The site can run at the same time. docs/operations.md "
        "explains backups."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                _(
                    "This command copies only SQLite databases. For PostgreSQL, use pg_dump (see "
                    "docs/operations.md)."
                )
            )
        if file.exists():
            raise CommandError(
                _("%(file)s already exists. Choose another file name.") % {"file": file}
            )
        unfinished = file.with_name(f"{file.name}.unfinished")
        unfinished.unlink(missing_ok=True)
        try:
            copy(Path(connection.settings_dict["NAME"]), unfinished)
            # The file gets its final name only after the copy is complete.
            unfinished.rename(file)
        except (sqlite3.Error, OSError) as error:
            unfinished.unlink(missing_ok=True)
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")


def copy(database: Path, file: Path) -> None:
    """Copy a database while other processes write to it, and sync the copy to the disk."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))  # The copy contains sessions and hands.
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source:
        # This reads everything in one transaction, and no writer has to wait for it.
        source.execute("VACUUM INTO ?", [str(file)])
    with closing(sqlite3.connect(file)) as made:
        if made.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the copy is damaged")
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
