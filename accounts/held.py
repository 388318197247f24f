"""Small tables that a process reads only every few seconds."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

#: All processes know a change of a table after this time.
HELD_SECONDS = 5


class Held(Generic[Value]):
    """What ``read`` has returned at most ``HELD_SECONDS`` ago. A call may query the database."""

    def __init__(self, read: Callable[[], Value]) -> None:
        self._read = read
        self._until = 0.0

    def __call__(self) -> Value:
        if time.monotonic() >= self._until:
            self._value = self._read()
            self._until = time.monotonic() + HELD_SECONDS
        return self._value

    def forget(self) -> None:
        """Let the next call read again."""
        self._until = 0.0
