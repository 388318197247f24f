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

from django.db import InterfaceError, OperationalError, connection, transaction

_Args = TypeVarTuple("_Args")
_Result = TypeVar("_Result")

#: A thread without work closes its connection after this number of seconds.
KEEP_SECONDS = 5.0

#: In a thread of ``PersistentThreads``: the event loop whose work the thread does.
working_for: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("working_for", default=None)

#: The most pieces of work in one transaction, so that other writers get their turn.
MOST_IN_BATCH = 25


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


class TransactionBatcher:
    """Collects the work that arrives during a transaction, and runs it in the next transactions.

    This is for SQLite, where each transaction waits for the disk and for all others. 500 pages
    reconnect in 3.5 s; without this class in 5 to 8 s (``make reconnect``). On PostgreSQL each
    piece of work has its own transaction, because several row locks in one transaction could
    deadlock.
    """

    def __init__(self, threads: PersistentThreads) -> None:
        self._threads = threads
        self._asked: list[tuple[Callable[[], object], asyncio.Future[Any]]] = []
        self._storing: asyncio.Task[None] | None = None

    async def store(self, work: Callable[[], _Result]) -> _Result:
        """Run ``work()``; on SQLite, after all earlier work. Return its result after the commit."""
        if connection.vendor != "sqlite":
            return await self._threads.run(work)
        answer = asyncio.get_running_loop().create_future()
        self._asked.append((work, answer))
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_all())
        return await answer

    async def _store_all(self) -> None:
        try:
            while self._asked:
                now, self._asked = self._asked[:MOST_IN_BATCH], self._asked[MOST_IN_BATCH:]
                works = [work for work, _answer in now]
                try:
                    given = await self._threads.run(_in_one_transaction, works)
                except Exception as error:
                    given = [error] * len(now)
                for (_work, answer), each in zip(now, given, strict=True):
                    if answer.done():
                        continue  # The caller was cancelled.
                    if isinstance(each, Exception):
                        answer.set_exception(each)
                    else:
                        answer.set_result(each)
        finally:
            self._asked, self._storing = [], None


def _in_one_transaction(works: list[Callable[[], object]]) -> list[object]:
    """Run each work in a savepoint. Return the results; or its exception for a work that failed."""
    given: list[object] = []
    with transaction.atomic():
        for work in works:
            try:
                with transaction.atomic():
                    given.append(work())
            except Exception as error:
                given.append(error)
    return given


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
scheduler = PersistentThreads(3, "scheduler")
