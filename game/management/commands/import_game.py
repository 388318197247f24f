"""Records into history."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from game import records
from game.rules.record import BadRecord


class Command(BaseCommand):
    help = "Store valid records as games that are over; exit 1 if any was refused, 2 if unreadable."

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
            status = max(status, self.import_one(file, data))
        if status:
            raise SystemExit(status)

    def import_one(self, file: str, data: bytes) -> int:
        """0 when it is stored, 1 when it was refused."""
        try:
            game = records.import_record(data)
        except BadRecord as bad:
            verdict = bad.verdict
            where = "" if verdict.move is None else _("move %(n)d: ") % {"n": verdict.move}
            self.stderr.write(f"{file}: {where}{verdict.code}")
            return 1
        except records.BadDealProof:
            self.stderr.write(_("%(file)s: its seed does not deal these hands") % {"file": file})
            return 1
        self.stdout.write(f"{file}: {game.pk}")
        return 0
