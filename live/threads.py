"""Runs database work in threads, outside the event loop. (Channels has one thread for all
consumers; there slow work would delay everybody.)
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar, copy_context
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar, TypeVarTuple

from django.db import InterfaceError, OperationalError, connection

_Args = TypeVarTuple("_Args")
_Result = TypeVar("_Result")

#: A thread without work closes its connection after this number of seconds.
KEEP_SECONDS = 5.0

#: In a thread of ``PersistentThreads``: the event loop whose work the thread does.
working_for: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("working_for", default=None)


class PersistentThreads:
    """A few threads that keep their database connections open between calls.

    Opening a connection takes longer than most pieces of work.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], object]]] = SimpleQueue()
        self._idle = [Thread(target=self._serve, name=name, daemon=True) for _ in range(threads)]

    async def run(self, work: Callable[[*_Args], _Result], *args: *_Args) -> _Result:
        """Run ``work(*args)`` in one of the threads.

        If the work raises a connection error on a connection that was kept open, close it, and
        run the work again on a new connection.
        """

        def in_kept_connection() -> _Result:
            was_kept = connection.connection is not None
            try:
                return work(*args)
            except (InterfaceError, OperationalError):
                connection.close()
                if not was_kept:
                    raise
                return work(*args)

        while self._idle:
            self._idle.pop().start()
        future: Future[Any] = Future()
        context = copy_context()
        context.run(working_for.set, asyncio.get_running_loop())
        self._work.put((future, partial(context.run, in_kept_connection)))
        return await asyncio.wrap_future(future)

    def _serve(self) -> None:
        while True:
            try:
                future, work = self._work.get(timeout=KEEP_SECONDS)
            except Empty:
                connection.close()
                future, work = self._work.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            del future, work


# All threads of a process, apart from the thread of each request. There are four pools, so that
# quick work never waits for slow work. The SQLite backend serves them in turn, by their names.

#: The moves of people, with the updates after them. Nothing else takes these threads.
moves = PersistentThreads(3, "moves")

#: Reading rooms after all other changes, and heartbeats. Health checks, too.
rooms = PersistentThreads(2, "rooms")

#: Opening and closing sockets, and shared replays. After an interruption all pages reconnect at
#: once; then they wait for each other, but the updates of rooms do not wait.
sockets = PersistentThreads(2, "sockets")

#: The scheduler. Bots may think in these threads. Work in the background takes minutes, but only
#: one thread, so that two threads always remain for the games that are due.
clock = PersistentThreads(3, "clock")
