"""Database work off the event loop, in threads whose connections are tidied up after each use."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connection, transaction

#: Of what is stored in one transaction: others get in between.
MOST_TOGETHER = 25


async def in_thread(pool: Executor, work: Callable[..., Any], *args: Any) -> Any:
    """``work(*args)`` in a thread of ``pool``; never in the one thread that all consumers share."""

    def tidy() -> Any:
        close_old_connections()
        try:
            return work(*args)
        finally:
            close_old_connections()

    return await sync_to_async(tidy, thread_sensitive=False, executor=pool)()


class Together:
    """Stores in one transaction what is asked for while the one before is on.

    For SQLite, where each transaction waits for the disk, and for its turn among all others. Where
    rows are locked one by one everything has its own transaction: a few might wait in a circle.
    """

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._asked: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._storing: asyncio.Task[None] | None = None

    async def store(self, work: Callable[[], Any]) -> Any:
        """What ``work()`` gives, once it is stored. It is done after all that was asked before."""
        if connection.vendor != "sqlite":
            return await in_thread(self._pool, work)
        answer = asyncio.get_running_loop().create_future()
        self._asked.append((work, answer))
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_all())
        return await answer

    async def _store_all(self) -> None:
        try:
            while self._asked:
                now, self._asked = self._asked[:MOST_TOGETHER], self._asked[MOST_TOGETHER:]
                works = [work for work, _answer in now]
                try:
                    given = await in_thread(self._pool, _in_one_transaction, works)
                except Exception as error:
                    given = [error] * len(now)
                for (_work, answer), each in zip(now, given, strict=True):
                    _answer(answer, each)
        finally:
            self._asked, self._storing = [], None


def _answer(answer: asyncio.Future[Any], given: Any) -> None:
    if answer.done():
        return  # nobody waits for it any more
    if isinstance(given, Exception):
        answer.set_exception(given)
    else:
        answer.set_result(given)


def _in_one_transaction(works: list[Callable[[], Any]]) -> list[Any]:
    with transaction.atomic():
        return [_given(work) for work in works]


def _given(work: Callable[[], Any]) -> Any:
    """What ``work()`` gives, or the exception that it raises; then nothing of it is stored."""
    try:
        with transaction.atomic():
            return work()
    except Exception as error:
        return error
