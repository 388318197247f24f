"""A policy that is another program.

Questions and answers are lines of JSON (``protocol``). An answer has a time limit.
"""

import json
import os
import select
import selectors
import shlex
import subprocess
import time
from random import Random
from typing import Final

from literature.knowledge import Knowledge
from literature.protocol import BadMessage, question, read_answer
from literature.rules.information_state import InformationState
from literature.rules.moves import Move

#: A command with this prefix can replace a level: ``cmd:./their-bot --fast``.
PREFIX: Final = "cmd:"

#: The time limit for an answer, in seconds.
PATIENCE: Final = 5.0


class BotFailed(Exception):
    """A program crashed, was late, or gave an illegal move.

    ``seat`` is the program's seat. The text contains the question.
    """

    def __init__(self, seat: int, what: str, asked: str) -> None:
        super().__init__(f"{what}; the question was {asked}")
        self.seat = seat


class Program:
    """A program that starts with the first question. All seats may share it."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def wants_to_claim(self, seen: InformationState, knowledge: Knowledge) -> Move | None:
        """The program's claim out of turn.

        A program gives one answer, a claim or another move. With the turn, ``choose`` asks for it.
        """
        return None if seen.seat == seen.turn else self.ask(seen, knowledge.counts)

    def choose(self, seen: InformationState, knowledge: Knowledge, _rng: Random) -> Move:
        """The program's move on its turn."""
        move = self.ask(seen, knowledge.counts)
        if move is None:
            raise self.failed("no move though it has the turn", seen, knowledge)
        return move

    def failed(self, what: str, seen: InformationState, knowledge: Knowledge) -> BotFailed:
        """Stop the program, whose last answer was not legal, and return this failure."""
        assert seen.seat is not None
        self.stop()
        asked = json.dumps(question(seen, knowledge.counts))
        return BotFailed(seen.seat, f"{self.command}: {what}", asked)

    def ask(self, seen: InformationState, counts: list[int]) -> Move | None:
        """The program's answer for a seat.

        On failure raise ``BotFailed``; the next question starts the program again.
        """
        assert seen.seat is not None
        asked = json.dumps(question(seen, counts), ensure_ascii=False)
        try:
            line = self._exchange(asked)
            return read_answer(seen.rules, seen.seat, line)
        except (OSError, BadMessage) as error:
            self.stop()
            raise BotFailed(seen.seat, f"{self.command}: {error}", asked) from error

    def stop(self) -> None:
        """End the program."""
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process = None

    def _exchange(self, asked: str) -> str:
        process = self._process = self._process or subprocess.Popen(
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin and process.stdout
        left, said, until = asked.encode() + b"\n", b"", time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            while not said.endswith(b"\n"):
                rest = until - time.monotonic()
                if rest <= 0 or not (events := ready.select(rest)):
                    raise TimeoutError(f"no answer in {PATIENCE:g} seconds")
                for key, _ in events:
                    if key.fileobj is process.stdout:
                        said += self._read(process)
                    else:
                        # A pipe that is ready accepts this number of bytes without blocking.
                        left = left[os.write(key.fd, left[: select.PIPE_BUF]) :]
                        if not left:
                            ready.unregister(process.stdin)
        return said.decode(errors="replace")

    def _read(self, process: "subprocess.Popen[bytes]") -> bytes:
        assert process.stdout
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            raise BrokenPipeError(f"ended with code {process.wait()}")
        return more
