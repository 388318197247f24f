"""The scheduler acts for bots, turn clocks and absent people, and starts reviews and the removal of
old rows.

Any number of schedulers may run, in any process. While no scheduler runs, nothing is lost: bots
and turn clocks wait.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

import structlog
from django.utils import timezone

from accounts import metrics
from bots import driver, reviewing
from bots.scheduler_heartbeat import is_steady, last_heartbeat, write_heartbeat
from game.database_time import Reading
from game.live import subscriber
from game.live.notifications import CLOCK
from game.live.threads import PersistentThreads, in_thread
from rooms import daily
from rooms.live import presence, spectator_presence

logger = logging.getLogger(__name__)
moves_logger = structlog.stdlib.get_logger("literature.moves")

LONGEST_SLEEP = 0.5
RETRY_SECONDS = 1  # while the database is unavailable
PRESENCE_SECONDS = 5
# After a start, pages get this time to reconnect before anybody counts as away.
PRESENCE_GRACE_SECONDS = 10
# The interval at which the scheduler moves in deserted games, and the greatest number of moves each
# time. They limit the processor time that all these games together can take.
DESERTED_SECONDS = 1
DESERTED_ACTS = 4
# The interval at which the scheduler looks for requested reviews.
REVIEW_SECONDS = 1
# The interval at which the scheduler checks whether the daily removal of old rows is due. The
# removal never begins just after a start.
RETENTION_SECONDS = 60
REMOVAL_FAILED = "Old rows could not be removed"

_threads = PersistentThreads(2, "clock")
# Reviews and the removal of old rows may take minutes. They have their own threads, so that nothing
# else waits for them. At its end the process waits for these threads, so that they give up their
# leases.
_review_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="review")
_retention_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="retention")


async def run(stop: asyncio.Event | None = None) -> None:
    """Run the scheduler until ``stop`` is set."""
    stop = stop or asyncio.Event()
    notified = asyncio.Event()
    # If a notification is lost, the loop still finds the game after ``LONGEST_SLEEP``.
    subscription = subscriber.subscribe(lambda _notification: notified.set())
    await subscription.set_groups({CLOCK})
    others = [
        asyncio.create_task(_watch_presence()),
        asyncio.create_task(
            _repeat(
                DESERTED_SECONDS,
                _threads.run,
                _act_in_deserted_games,
                "The scheduler could not act in a deserted game",
            )
        ),
        asyncio.create_task(
            _repeat(
                REVIEW_SECONDS,
                partial(in_thread, _review_pool),
                reviewing.run_if_due,
                "Reviews could not be made",
            )
        ),
        asyncio.create_task(
            _repeat(
                RETENTION_SECONDS,
                partial(in_thread, _retention_pool),
                daily.run_if_due,
                REMOVAL_FAILED,
            )
        ),
    ]
    try:
        while not stop.is_set():
            notified.clear()
            wait = await _act_on_all_due()
            await _first_of(notified, stop, seconds=wait)
    finally:
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await subscription.cancel()


async def _act_on_all_due() -> float:
    """Act in the games that are due. Return how many seconds to wait before the next call."""
    try:
        due, wait, heartbeat = await _threads.run(_read_due)
    except Exception:
        logger.exception("The due games could not be read")
        return RETRY_SECONDS
    if heartbeat:
        await asyncio.gather(*(_act(game_id, due_at, heartbeat) for game_id, due_at in due))
    return 0 if due else min(LONGEST_SLEEP, wait)


def _read_due() -> tuple[list[tuple[str, datetime]], float, Reading | None]:
    """The result of ``driver.read_due``, and the heartbeat before it; None if nothing is due or the
    scheduler may not act now.

    The heartbeat comes first, because it extends the turn clocks after downtime.
    """
    write_heartbeat()
    heartbeat = last_heartbeat()
    due, wait = driver.read_due()
    return due, wait, heartbeat if due and is_steady() else None


async def _act(game_id: str, due_at: datetime, heartbeat: Reading) -> None:
    metrics.DEADLINES.observe((timezone.now() - due_at).total_seconds())
    began = time.perf_counter()
    try:
        if await _threads.run(driver.act_if_due, game_id, due_at, heartbeat):
            seconds = time.perf_counter() - began
            metrics.BOT_MOVES.observe(seconds)
            moves_logger.info("bot move", game=game_id, ms=round(seconds * 1000, 1))
    except Exception:
        # The lease runs out, and this or another scheduler tries again.
        logger.exception("The scheduler could not act in game %s", game_id)


def _act_in_deserted_games(stopped: Callable[[], bool]) -> None:
    for _ in range(DESERTED_ACTS):
        heartbeat = last_heartbeat()
        due = driver.deserted_game_due()
        if due is None or stopped() or not (is_steady() and driver.act_if_due(*due, heartbeat)):
            return


async def _watch_presence() -> None:
    await asyncio.sleep(PRESENCE_GRACE_SECONDS)
    looked = None
    while True:
        started = time.monotonic()
        try:
            await _threads.run(presence.expire)
            looked = await _threads.run(presence.offer_substitutes, looked)
            await _threads.run(presence.replace_absent_hosts)
            await _threads.run(spectator_presence.expire)
        except Exception:
            logger.exception("Presence could not be checked")
        await asyncio.sleep(max(0, PRESENCE_SECONDS - (time.monotonic() - started)))


async def _repeat(
    seconds: float,
    run: Callable[..., Awaitable[object]],
    work: Callable[[Callable[[], bool]], object],
    failure: str,
) -> None:
    """Call ``work(stopped)`` in a thread, again and again.

    ``stopped()`` becomes true when the work should end.
    """
    leaving = threading.Event()
    try:
        while True:
            await asyncio.sleep(seconds)
            try:
                await run(work, leaving.is_set)
            except Exception:
                # This or another scheduler tries again.
                logger.exception(failure)
    finally:
        # The thread continues after the task is cancelled. This event tells the work to end soon.
        leaving.set()


async def _first_of(*events: asyncio.Event, seconds: float) -> None:
    """Wait until one of the events is set, but at most this number of seconds."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
