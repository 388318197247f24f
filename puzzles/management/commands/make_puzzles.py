"""Make the puzzles of so many days out of games that bots play by themselves, and keep them.

The seed decides everything: of more days the first ones stay as they are. So a file of two years
begins with the puzzles that were shown in the first.
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
        parser.add_argument("--days", type=int, required=True, help="for how many days")
        parser.add_argument(
            "--seed", type=int, default=SEED, help="the same seed: the same puzzles"
        )
        parser.add_argument("--out", type=Path, default=FILE, help="the file to write")

    def handle(self, **options: Any) -> None:
        lines = []
        for number, kept in enumerate(islice(days(options["seed"]), options["days"]), 1):
            lines.append(line(kept) + "\n")
            if number % 10 == 0:
                self.stderr.write(f"{number} of {options['days']} days")
        options["out"].write_text("".join(lines))
        self.stdout.write(f"{len(lines)} puzzles are in {options['out']}.")
