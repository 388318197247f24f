"""Waits until a condition is true. No other code in the tests may sleep;
``tests/unit/test_no_waits.py`` checks this.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

#: The longest wait in seconds. It is long enough for a slow machine with many other tasks. Only a
#: test that fails waits so long.
PATIENCE = 120
#: The seconds between two checks.
STEP = 0.02


def wait_until(
    what: str,
    holds: Callable[[], Any],
    seconds: float = PATIENCE,
    *,
    seen: Callable[[], object] = lambda: "",
) -> Any:
    """Wait until ``holds`` returns a true value. Return this value.

    If this takes too long, fail. The message contains ``what``, and the result of ``seen``.
    """
    end = time.monotonic() + seconds
    while not (answer := holds()):
        assert time.monotonic() < end, _in_vain(what, seconds, seen)
        time.sleep(STEP)
    return answer


async def wait_until_async(
    what: str,
    holds: Callable[[], Any],
    seconds: float = PATIENCE,
    *,
    seen: Callable[[], object] = lambda: "",
) -> Any:
    """Do the same as ``wait_until`` in async code. The event loop runs meanwhile, and the result of
    ``holds`` may be awaitable.
    """
    end = time.monotonic() + seconds
    while not (answer := await _answer(holds)):
        assert time.monotonic() < end, _in_vain(what, seconds, seen)
        await asyncio.sleep(STEP)
    return answer


async def _answer(holds: Callable[[], Any]) -> Any:
    answer = holds()
    return await answer if isinstance(answer, Awaitable) else answer


def _in_vain(what: str, seconds: float, seen: Callable[[], object]) -> str:
    return f"for {seconds} s it did not come about that {what} {seen()}".rstrip()


def hold_for(seconds: float) -> None:
    """Sleep. Only long tests (``soak``) in which real time must pass may use this."""
    end = time.monotonic() + seconds
    wait_until("its time is up", lambda: time.monotonic() >= end, seconds + PATIENCE)
