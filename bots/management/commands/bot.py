"""A bot as a program: it reads questions from standard input and writes answers to standard output,
one per line.
"""

import json
import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots.protocol import BadMessage, answer, read_question
from literature.knowledge import Knowledge
from literature.policy import LEVELS, choose, wants_to_claim


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("level", choices=LEVELS)

    def handle(self, *, level: str, **options: Any) -> None:
        for number, line in enumerate(sys.stdin, 1):
            try:
                seen = read_question(line)
                knowledge = Knowledge.of(seen)
            except BadMessage as error:
                raise CommandError(f"line {number}: {error}") from error
            if seen.seat == seen.turn:
                # The question is the seed, so the same question always gets the same answer.
                move = choose(seen, knowledge, level, Random(line))
            else:
                move = wants_to_claim(seen, knowledge, level)
            self.stdout.write(json.dumps(answer(seen.rules, move)))
            self.stdout.flush()
