"""Checks game records: ``manage.py verify_record FILE… [--json]``."""

import json
import sys
from collections.abc import Iterable, Iterator

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper
from django.utils.translation import gettext as _

from literature.record import Verdict, verdict

NOT_VALID, NOT_READ = 1, 2


class Command(BaseCommand):
    help = "Print for each game record that it is valid, or the first error in it."
    requires_system_checks = []  # This command reads only files.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--json",
            action="store_true",
            help=_("print one JSON object with a verdict for each file"),
        )

    def handle(self, *, files: list[str], **options: object) -> None:
        """Exit with 1 if a record is not valid, and with 2 if a file can't be read."""
        files = list(dict.fromkeys(files))
        verdicts: dict[str, Verdict | None] = {}
        for file, data in self.readable(files):
            found = verdicts[file] = verdict(data)
            if not options["json"]:
                say(self.stdout, f"{file}: {in_words(found)}")
        if options["json"]:
            plain = {file: found and found._asdict() for file, found in verdicts.items()}
            self.stdout.write(json.dumps(plain))
        if len(verdicts) < len(files):
            sys.exit(NOT_READ)
        if any(verdicts.values()):
            sys.exit(NOT_VALID)

    def readable(self, files: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The readable files with their bytes.

        The names of unreadable files are printed to stderr.
        """
        for file in files:
            try:
                with open(file, "rb") as opened:
                    data = opened.read()
            except (OSError, ValueError) as error:  # An impossible file name raises ValueError.
                say(self.stderr, f"{file}: {getattr(error, 'strerror', None) or error}")
            else:
                yield file, data


def in_words(found: Verdict | None) -> str:
    """A verdict on one line: ``valid``, ``bad_deal`` or ``move 17: no_card_of_set``."""
    if found is None:
        return _("valid")
    if found.move is None:
        return found.code
    return _("move %(number)d: %(code)s") % {"number": found.move, "code": found.code}


def say(stream: OutputWrapper, line: str) -> None:
    """Print one line, even if a name has line breaks or bytes that are not text."""
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(line.encode(encoding, "backslashreplace").decode(encoding))
