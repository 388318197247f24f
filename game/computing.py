"""Runs long computations in separate processes, unless ``BOT_PROCESSES`` is 0: moves of hard bots,
help for a person, and deduction grids.

A long computation in a thread would delay all tables of this process. The separate processes start
when they are first needed, unless ``bots.thinking.prepare`` has started them. They keep no state.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import Final, ParamSpec, TypeVar

from django.conf import settings

from game.processes import CONTEXT, begin

_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")

#: The time limit of a computation in seconds.
PATIENCE: Final = 4.0

# If the scheduler runs in this process, its bots and the people who look at pages share the pool.
# Only one computation for a page runs at a time, so that bots wait for at most one.
page_slot = threading.BoundedSemaphore()


def for_page(
    function: Callable[_Args, _Result], *args: _Args.args, **more: _Args.kwargs
) -> _Result:
    """The function's result, for a page. Raise ``TimeoutError`` if it is not ready after
    ``PATIENCE`` seconds, or ``BrokenExecutor`` if the process has ended.
    """
    if not settings.BOT_PROCESSES:
        return function(*args, **more)
    until = monotonic() + PATIENCE
    if not page_slot.acquire(timeout=PATIENCE):
        raise TimeoutError
    with working_pool() as processes:
        try:
            made = processes.submit(function, *args, **more)
        except BaseException:
            page_slot.release()
            raise
        # The slot is free again when the computation ends, which may be after the time limit.
        made.add_done_callback(lambda _done: page_slot.release())
        return made.result(max(0.0, until - monotonic()))


@contextmanager
def working_pool() -> Iterator[ProcessPoolExecutor]:
    """The separate processes. If one of them has ended, the next call gets new ones."""
    try:
        yield pool()
    except BrokenExecutor:
        pool.cache_clear()
        raise


@cache
def pool() -> ProcessPoolExecutor:
    """The separate processes."""
    return ProcessPoolExecutor(settings.BOT_PROCESSES, CONTEXT, begin, (5,))
