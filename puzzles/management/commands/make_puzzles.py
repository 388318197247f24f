"""Makes the puzzles of a number of days from games of bots, and stores them in the file.

The same seed always gives the same puzzles, and for more days puzzles are added at the end. So a
file for two years begins with the puzzles of the first year.
"""

from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from puzzles.book import FILE, line
from puzzles.making import SEED, days


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, required=True, help="the number of days")
        parser.add_argument(
            "--seed", type=int, default=SEED, help="the same seed gives the same puzzles"
        )
        parser.add_argument("--out", type=Path, default=FILE, help="the file to write")

    def handle(self, **options: Any) -> None:
        lines = []
        for number, kept in enumerate(islice(days(options["seed"]), options["days"]), 1):
            lines.append(line(kept) + "\n")
            if number % 10 == 0:
                self.stderr.write(f"{number} of {options['days']} puzzles are made.")
        options["out"].write_text("".join(lines))
        self.stdout.write(f"{len(lines)} puzzles are in {options['out']}.")
