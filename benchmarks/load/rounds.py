"""Runs many tables at the same time."""

import asyncio
import random
from collections.abc import Sequence

from benchmarks.load.tables import Round, SocketGroup


async def round_of(groups: Sequence[SocketGroup], every: float, seconds: float) -> Round:
    """Let each table make one move per interval. The tables start at different times, spread over
    the interval.
    """
    result, loop = Round(), asyncio.get_running_loop()
    end = loop.time() + seconds

    async def play(group: SocketGroup) -> None:
        due = loop.time() + random.random() * every
        while due < end:
            await asyncio.sleep(due - loop.time())
            await group.move(result)
            due = max(due + every, loop.time())

    await asyncio.gather(*(play(group) for group in groups))
    return result


async def gathered(works: list, at_once: int) -> None:
    """Run all tasks, at most ``at_once`` of them at the same time."""
    gate = asyncio.Semaphore(at_once)

    async def one(work) -> None:
        async with gate:
            await work

    await asyncio.gather(*map(one, works))
