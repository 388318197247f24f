"""Imports records as games that have ended."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from finished.importing import import_file


class Command(BaseCommand):
    help = (
        "Store valid records as finished games. Exit with 1 if a record was refused, and with 2 if "
        "a file can't be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *, files: list[str], **options: object) -> None:
        status = 0
        for file in files:
            try:
                data = Path(file).read_bytes()
            except OSError as error:
                self.stderr.write(f"{file}: {error.strerror}")
                status = 2
                continue
            attempt = import_file(file, data)
            if attempt.game:
                self.stdout.write(f"{file}: {attempt.game_id}")
            else:
                self.stderr.write(f"{file}: {attempt.code}\n  {attempt.sentence}")
                status = max(status, 1)
        if status:
            raise SystemExit(status)
