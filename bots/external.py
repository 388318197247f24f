"""Somebody else's program as a bot: asked by JSON lines, with a limit to the time it takes."""

import json
import os
import selectors
import shlex
import subprocess
import time
from functools import cache
from typing import Final

from bots.protocol import BadMessage, question, read_answer
from game.rules.moves import Move
from game.rules.view import InformationState

#: How a program is named where a level could be: ``cmd:./their-bot --fast``.
PREFIX: Final = "cmd:"

#: So many seconds may an answer take.
PATIENCE: Final = 5.0


class BotFailed(Exception):
    """A program crashed, was late, or gave an answer that is no legal move.

    ``seat`` is the seat that it played; the text names the question.
    """

    def __init__(self, seat: int, what: str, asked: str) -> None:
        super().__init__(f"{what}; the question was {asked}")
        self.seat = seat


class Program:
    """A running program. It keeps nothing between questions, so that all seats may share one."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, seen: InformationState, counts: list[int]) -> Move | None:
        """Its answer for a seat. Raises ``BotFailed``, after which it is started anew."""
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
        process = self._process or self._start()
        assert process.stdin and process.stdout
        process.stdin.write(asked.encode() + b"\n")
        process.stdin.flush()
        until, said = time.monotonic() + PATIENCE, b""
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            while not said.endswith(b"\n"):
                if not ready.select(max(0.0, until - time.monotonic())):
                    raise TimeoutError(f"no answer in {PATIENCE:g} seconds")
                more = os.read(process.stdout.fileno(), 65536)
                if not more:
                    raise BrokenPipeError(f"ended with code {process.wait()}")
                said += more
        return said.decode(errors="replace")

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self._process


@cache
def program(command: str) -> Program:
    """The program of a command: one in each process, for all games."""
    return Program(command)
