"""A bot as a program: it reads questions from standard input and writes answers to standard output,
one per line.
"""

import json
import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.ai import LEVELS, Knowledge, choose, wants_to_claim
from bots.protocol import BadMessage, answer, read_question


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("level", choices=LEVELS)

    def handle(self, *, level: str, **options: Any) -> None:
        for number, line in enumerate(sys.stdin, 1):
            try:
                said = _answer(level, line)
            except BadMessage as error:
                raise CommandError(f"line {number}: {error}") from error
            self.stdout.write(json.dumps(said))
            self.stdout.flush()


def _answer(level: str, line: str) -> dict[str, Any] | None:
    seen = read_question(line)
    knowledge = Knowledge.of(seen)
    if seen.seat != seen.turn:
        return answer(seen.rules, wants_to_claim(seen, knowledge, level))
    # The question is the seed, so the same question always gets the same answer.
    return answer(seen.rules, choose(seen, knowledge, level, Random(line)))
