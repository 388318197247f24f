"""Check game records: print for each one that it is valid, or the first error in it.

Moves are numbered from 0, as in the record.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from json import dumps

from literature.record import Verdict, verdict

NOT_VALID, NOT_READ = 1, 2


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object with a verdict for each file"
    )


def run(*, files: list[str], json: bool = False, **_options: object) -> Iterator[str]:
    """Yield a line for each record. Exit with 1 if a record is not valid, and with 2 if a file
    can't be read.
    """
    files = list(dict.fromkeys(files))
    verdicts: dict[str, Verdict | None] = {}
    for file in files:
        try:
            with open(file, "rb") as opened:
                data = opened.read()
        except (OSError, ValueError) as error:  # An impossible file name raises ValueError.
            why = getattr(error, "strerror", None) or error
            print(_printable(f"{file}: {why}"), file=sys.stderr)
            continue
        found = verdicts[file] = verdict(data)
        if not json:
            yield _printable(f"{file}: {in_words(found)}")
    if json:
        yield dumps({file: found and found._asdict() for file, found in verdicts.items()})
    if len(verdicts) < len(files):
        raise SystemExit(NOT_READ)
    if any(verdicts.values()):
        raise SystemExit(NOT_VALID)


def in_words(found: Verdict | None) -> str:
    """A verdict on one line: ``valid``, ``bad_deal`` or ``move 17: no_card_of_set``."""
    if found is None:
        return "valid"
    return found.code if found.move is None else f"move {found.move}: {found.code}"


def _printable(line: str) -> str:
    """One line for a terminal, even if a name has line breaks or bytes that are not text."""
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
    encoding = sys.stdout.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)
