"""Database work in threads: if one piece of work fails, others in the same transaction are not
undone.
"""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from accounts.models import User
from live import threads
from tests.database.kit.sockets import PATIENCE
from tests.kit import person
from tests.waiting import wait_until_async

pytestmark = pytest.mark.django_db(transaction=True)

needs_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="elsewhere each has a transaction of its own"
)


@pytest.fixture
def together():
    return threads.TransactionBatcher(threads.PersistentThreads(2, "test"))


class Fails(Exception):
    pass


def named(name):
    return lambda: person(name).name


def fails():
    person("Nobody")
    raise Fails


async def names():
    users = User.objects.order_by("pk").values_list("name", flat=True)
    return await sync_to_async(lambda: list(users))()


@needs_sqlite
async def test_calls_during_a_transaction_share_the_next_one_in_order(together, monkeypatch):
    monkeypatch.setattr(threads, "MOST_IN_BATCH", 2)
    goes_on, begun, sizes = threading.Event(), threading.Event(), []
    store = threads._in_one_transaction

    def counted(works):
        sizes.append(len(works))
        return store(works)

    def first():
        begun.set()
        assert goes_on.wait(PATIENCE)
        return "first"

    monkeypatch.setattr(threads, "_in_one_transaction", counted)
    asked = [asyncio.create_task(together.store(first))]
    await wait_until_async("the first has begun", begun.is_set)
    wanted = ["Asha", "Ben", "Chidi"]
    asked += [asyncio.create_task(together.store(named(name))) for name in wanted]
    await wait_until_async("three wait", lambda: len(together._asked) == 3)
    goes_on.set()
    assert await asyncio.gather(*asked) == ["first", *wanted]
    assert sizes == [1, 2, 1]
    assert await names() == wanted


async def test_a_failed_call_does_not_affect_the_other_calls(together):
    works = [named("Asha"), fails, named("Ben")]
    asha, failed, ben = await asyncio.gather(*map(together.store, works), return_exceptions=True)
    assert (asha, ben) == ("Asha", "Ben")
    assert isinstance(failed, Fails)
    assert {"Asha", "Ben"} <= set(await names())
    assert await together.store(named("Chidi")) == "Chidi"


@needs_sqlite
async def test_a_failed_call_stores_nothing(together):
    await asyncio.gather(*map(together.store, [named("Asha"), fails]), return_exceptions=True)
    assert await names() == ["Asha"]


async def test_a_cancelled_call_does_not_affect_the_other_calls(together):
    asked = [asyncio.create_task(together.store(named(name))) for name in ("Asha", "Ben")]
    await asyncio.sleep(0)
    asked[0].cancel()
    assert await asked[1] == "Ben"


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
