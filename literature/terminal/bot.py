"""Be a bot: read questions from standard input, and print an answer to each, one per line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random

from literature.knowledge import Knowledge
from literature.policy import LEVELS, choose, wants_to_claim
from literature.protocol import BadMessage, answer, read_question
from literature.terminal import Failed


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("level", choices=LEVELS)


def run(*, level: str, **_options: object) -> Iterator[str]:
    """Yield the answers."""
    for number, line in enumerate(sys.stdin, 1):
        try:
            seen = read_question(line)
            knowledge = Knowledge.of(seen)
        except BadMessage as error:
            raise Failed(f"line {number}: {error}") from error
        # The question is the seed, so the same question always gets the same answer.
        move = (
            choose(seen, knowledge, level, Random(line))
            if seen.seat == seen.turn
            else wants_to_claim(seen, knowledge, level)
        )
        yield json.dumps(answer(seen.rules, move))
