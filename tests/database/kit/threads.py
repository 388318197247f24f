"""Many threads that act at the same moment. Each has its own database connection."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections


def at_once(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run the tasks, which all start at the same moment. Return their results. If a task raised an
    exception, its result is the exception.
    """
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], Any]) -> Any:
        barrier.wait(30)
        try:
            return task()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))
