"""Makes the puzzles of a number of days from games of bots, and stores them in the file.

The same seed always gives the same puzzles, and more days only add puzzles at the end. So a file
for two years begins with the puzzles of the first year.
"""

from argparse import ArgumentParser
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from puzzles.making import SEED, days
from puzzles.puzzle_file import FILE, to_line


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
        for number, stored in enumerate(islice(days(options["seed"]), options["days"]), 1):
            lines.append(to_line(stored) + "\n")
            if number % 10 == 0:
                self.stderr.write(f"{number} of {options['days']} puzzles are made.")
        options["out"].write_text("".join(lines))
        self.stdout.write(f"{len(lines)} puzzles are in {options['out']}.")
