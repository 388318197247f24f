"""Database work off the event loop, in threads whose connections are tidied up after each use."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections


async def in_thread(pool: Executor, work: Callable[..., Any], *args: Any) -> Any:
    """``work(*args)`` in a thread of ``pool``; never in the one thread that all consumers share."""

    def tidy() -> Any:
        close_old_connections()
        try:
            return work(*args)
        finally:
            close_old_connections()

    return await sync_to_async(tidy, thread_sensitive=False, executor=pool)()
