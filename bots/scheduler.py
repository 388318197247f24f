"""The scheduler acts for bots, turn clocks and absent people, and does the work in the background.

Any number of schedulers may run, in any process. While no scheduler runs, nothing is lost: bots
and turn clocks wait.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from datetime import datetime

import structlog
from django.utils import timezone

from accounts import metrics
from bots import background, driver
from bots.scheduler_heartbeat import is_steady, last_heartbeat, write_heartbeat
from game.database_time import Reading
from live import subscriber
from live.notifications import SCHEDULER
from live.threads import scheduler
from rooms.actions import open_tables, suspend_rename_delete
from rooms.live import presence

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
# The interval at which the scheduler looks for work in the background.
BACKGROUND_SECONDS = 1
# The interval at which the scheduler looks for suspensions that are over.
SUSPENSIONS_SECONDS = 60

#: A function that is called again and again. It should end soon when ``stopped()`` is true.
Work = Callable[[Callable[[], bool]], object]


async def run(stop: asyncio.Event | None = None) -> None:
    """Run the scheduler until ``stop`` is set. At the end, wait until the work in the
    background has given up its lease.
    """
    stop = stop or asyncio.Event()
    notified, ending = asyncio.Event(), asyncio.Event()
    # If a notification is lost, the loop still finds the game after ``LONGEST_SLEEP``.
    subscription = subscriber.subscribe(lambda _notification: notified.set())
    await subscription.set_groups({SCHEDULER})
    others = asyncio.gather(
        _watch_presence(ending),
        _repeat(
            ending,
            DESERTED_SECONDS,
            _act_in_deserted_games,
            "The scheduler could not act in a deserted game",
        ),
        _repeat(
            ending,
            BACKGROUND_SECONDS,
            background.do_due_work,
            "The work in the background could not be read",
        ),
        _repeat(
            ending,
            SUSPENSIONS_SECONDS,
            lambda _stopped: suspend_rename_delete.readmit_all_due(),
            "The suspensions could not be read",
        ),
    )
    try:
        while not stop.is_set():
            notified.clear()
            wait = await act_on_all_due()
            await first_of(notified, stop, seconds=wait)
    finally:
        ending.set()
        await others
        await subscription.cancel()


async def act_on_all_due() -> float:
    """Act in the games that are due. Return how many seconds to wait before the next call."""
    try:
        due, wait, heartbeat = await scheduler.run(_read_due)
    except Exception:
        logger.exception("The due games could not be read")
        return RETRY_SECONDS
    if heartbeat:
        await asyncio.gather(*(act(game_id, due_at, heartbeat) for game_id, due_at in due))
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


async def act(game_id: str, due_at: datetime, heartbeat: Reading) -> None:
    """Act in a game that is due. Measure how late it is, and how long it takes."""
    metrics.DEADLINES.observe((timezone.now() - due_at).total_seconds())
    began = time.perf_counter()
    try:
        if await scheduler.run(driver.act_if_due, game_id, due_at, heartbeat):
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


async def _watch_presence(ending: asyncio.Event) -> None:
    looked = None

    def look(_stopped: Callable[[], bool]) -> None:
        nonlocal looked
        presence.expire()
        looked = presence.offer_substitutes(looked)
        presence.replace_absent_hosts()
        open_tables.free_seats_of_absent()

    await first_of(ending, seconds=PRESENCE_GRACE_SECONDS)
    await _repeat(ending, PRESENCE_SECONDS, look, "Presence could not be checked")


async def _repeat(ending: asyncio.Event, seconds: float, work: Work, failure: str) -> None:
    """Call ``work`` in a thread, again and again. Wait before each call."""
    while True:
        await first_of(ending, seconds=seconds)
        if ending.is_set():
            return
        try:
            await scheduler.run(work, ending.is_set)
        except Exception:
            # This or another scheduler tries again.
            logger.exception(failure)


async def first_of(*events: asyncio.Event, seconds: float) -> None:
    """Wait until one of the events is set, but at most this number of seconds."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
