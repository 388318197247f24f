"""Database work in threads: cancelled work, and lost connections."""

import asyncio
import threading

import pytest
from django.db import OperationalError, connection

from live import threads
from tests.rooms.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


async def test_cancelled_work_is_not_begun():
    one_thread, goes_on, done = threads.PersistentThreads(1, "test"), threading.Event(), []
    first = asyncio.create_task(one_thread.run(goes_on.wait, PATIENCE))
    second, third = (asyncio.create_task(one_thread.run(done.append, n)) for n in (2, 3))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    goes_on.set()
    await asyncio.gather(first, third)
    assert done == [3]


async def test_work_that_lost_a_kept_connection_is_repeated_once():
    one_thread, tries = threads.PersistentThreads(1, "test"), []

    def work(failures):
        tries.append(None)
        if len(tries) <= failures:
            raise OperationalError("the server closed the connection")
        return "done"

    await one_thread.run(lambda: connection.ensure_connection())
    assert await one_thread.run(work, 1) == "done"
    await one_thread.run(lambda: connection.ensure_connection())
    with pytest.raises(OperationalError):
        await one_thread.run(work, 9)
    assert len(tries) == 4
