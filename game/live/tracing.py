"""Traces of moves: the times at which each move was requested, committed, published, rendered and
sent, and the number of sockets.

Tracing costs a move only microseconds: times are recorded in memory, and a thread stores them
together, seconds later. Only servers and schedulers start this thread (``begin``); other processes
record nothing. A killed process loses the traces of its last seconds. The database keeps the newest
``MOST_KEPT`` traces.

Each process uses the clock of its own machine. A trace contains no card and no player.
"""

import logging
import os
import socket
import threading
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.db import close_old_connections, connection, transaction
from django.db.models import Max

from accounts import metrics
from accounts.rate_limits import cap
from game.models import MoveTrace

logger = structlog.stdlib.get_logger("literature.moves")

#: The interval of storing; the least age of a trace that is stored (by then the move has been sent
#: to all sockets); and the interval of pruning.
STORE_SECONDS = 10
COMPLETE_SECONDS = 3
PRUNE_SECONDS = 600
#: The most traces in memory (more are not recorded, for example while the database is unavailable),
#: and in the database (older rows are deleted).
MOST_IN_MEMORY = 5_000
MOST_KEPT = 200_000

COLUMNS = ", ".join(["process", "game_id", "number", "sockets", *MoveTrace.STAGES])
PLACES = ", ".join(["%s"] * (4 + len(MoveTrace.STAGES)))

#: The time at which the present request, socket message or action of the scheduler began.
asked_at: ContextVar[float | None] = ContextVar("asked_at", default=None)


@dataclass(slots=True, eq=False)
class Trace:
    """The times of a move in this process, in seconds since 1970.

    ``began`` is the time at which this trace was made, as a value of ``time.monotonic``.
    """

    asked: float | None = None
    committed: float | None = None
    published: float | None = None
    rendered: float | None = None
    sent: float | None = None
    sockets: int = 0
    began: float = field(default_factory=time.monotonic)

    def count_sent(self) -> None:
        """Count one more socket to which the move was sent."""
        self.sent = time.time()
        self.sockets += 1


_traces: dict[tuple[str, int], Trace] = {}
_storing: threading.Thread | None = None
_never = threading.Event()
_prune_at = 0.0


def begin() -> None:
    """Record the times of this process's moves from now on, and store them in the background."""
    global _storing
    if _storing is None:
        _storing = threading.Thread(target=_store_always, name="traces", daemon=True)
        _storing.start()


def _trace(game_id: str, version: int) -> Trace | None:
    """The trace of the move that led to this version of the game; None if it is not recorded."""
    if _storing is None or len(_traces) >= MOST_IN_MEMORY:
        return None
    return _traces.setdefault((game_id, version), Trace())


def asked(game_id: str, version: int) -> None:
    """Record the time of the request.

    The move itself was committed in a thread of a hub, which does not know this time.
    """
    if trace := _trace(game_id, version):
        trace.asked = asked_at.get()


def committed(game_id: str, version: int) -> None:
    """Record when the move was committed."""
    if trace := _trace(game_id, version):
        trace.committed = time.time()
        trace.asked = trace.asked or asked_at.get()


def published(game_id: str, version: int) -> None:
    """Record when the notification of the move was published.

    Only the first time is kept: later notifications with this version are about other changes.
    """
    if trace := _traces.get((game_id, version)):
        trace.published = trace.published or time.time()


def rendered(game_id: str, version: int) -> Trace | None:
    """Record when the update with the move was rendered.

    Return the trace: it goes with the update and counts the sockets.
    """
    if trace := _trace(game_id, version):
        trace.rendered = time.time()
    return trace


def _store_always() -> None:
    while True:
        # Under libfaketime, ``time.sleep`` fails if a test sets the clock during the sleep.
        _never.wait(STORE_SECONDS)
        try:
            store(time.monotonic() - COMPLETE_SECONDS)
        except Exception as error:
            # Lost traces do little harm, so a line in the log is enough.
            logging.getLogger(__name__).warning("Traces of moves could not be stored: %r", error)


def store(before: float) -> None:
    """Store the traces that began before this time, which is a value of ``time.monotonic``.

    From time to time also delete the oldest rows.
    """
    done = [(key, trace) for key, trace in list(_traces.items()) if trace.began < before]
    for key, _trace in done:
        del _traces[key]
    if not done:
        return
    process = f"{socket.gethostname()}:{os.getpid()}"[:80]
    close_old_connections()
    try:
        is_told = logging.getLogger("literature.moves").isEnabledFor(logging.INFO)
        rows = [_row(process, *key, trace, is_told=is_told) for key, trace in done]
        # ``bulk_create`` would take ten times as long.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO game_movetrace ({COLUMNS}) VALUES ({PLACES})", rows)
        if time.monotonic() >= _prune_at:
            prune()
    finally:
        close_old_connections()


def prune() -> None:
    """Delete the oldest rows."""
    global _prune_at
    _prune_at = time.monotonic() + PRUNE_SECONDS
    newest = MoveTrace.objects.aggregate(newest=Max("pk"))["newest"] or 0
    MoveTrace.objects.filter(pk__lte=newest - cap(MOST_KEPT)).delete()


def _row(process: str, game_id: str, version: int, trace: Trace, *, is_told: bool) -> list[Any]:
    """The values of ``COLUMNS``.

    Also record the time from commit to sending as a metric and, if ``is_told``, log the move.
    """
    if trace.committed and trace.sent:
        metrics.BROADCASTS.observe(max(0.0, trace.sent - trace.committed))
    times = [getattr(trace, stage) for stage in MoveTrace.STAGES]
    if is_told:
        told = dict(zip(MoveTrace.STAGES, times, strict=True))
        logger.info("move", game=game_id, move=version, sockets=trace.sockets, **told)
    return [process, game_id, version, trace.sockets, *times]
