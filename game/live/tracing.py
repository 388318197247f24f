"""Traces of moves: when each was asked for, committed, published, rendered and sent, to how many.

A move pays microseconds: it notes its times in memory, and a thread stores them together, seconds
later. Only servers and schedulers start that thread (``begin``); elsewhere nothing is noted. A
process that is killed loses its last seconds. The newest ``MOST_KEPT`` traces are kept.

Times are those of each process's own machine. No trace has a card, or who moved.
"""

import logging
import os
import socket
import threading
import time
from contextvars import ContextVar
from dataclasses import dataclass, field

import structlog
from django.db import close_old_connections

from accounts import metrics
from accounts.limits import cap
from game.models import MoveTrace

logger = structlog.stdlib.get_logger("literature.moves")

#: Traces are stored so often, once they are so old: by then their sockets have been sent the move.
STORE_SECONDS = 5
COMPLETE_SECONDS = 3
#: Beyond these no more are noted, as where the database is away; beyond those the oldest go.
MOST_NOTED = 5_000
MOST_KEPT = 200_000

#: When the present request, or the scheduler's act, came.
asked_at: ContextVar[float | None] = ContextVar("asked_at", default=None)


@dataclass(slots=True, eq=False)
class Trace:
    """The times of a move in this process, in seconds since 1970."""

    asked: float | None = None
    committed: float | None = None
    published: float | None = None
    rendered: float | None = None
    sent: float | None = None
    sockets: int = 0
    began: float = field(default_factory=time.monotonic)

    def note_sent(self) -> None:
        """One more socket was sent the move."""
        self.sent = time.time()
        self.sockets += 1


_noted: dict[tuple[str, int], Trace] = {}
_storing: threading.Thread | None = None


def begin() -> None:
    """Note the moves of this process from now on, and store them in the background."""
    global _storing
    if _storing is None:
        _storing = threading.Thread(target=_store_always, name="traces", daemon=True)
        _storing.start()


def _trace(game_id: str, version: int) -> Trace | None:
    """The trace of the move after which the game has this version; None where none is kept."""
    if _storing is None or len(_noted) >= MOST_NOTED:
        return None
    return _noted.setdefault((game_id, version), Trace())


def asked(game_id: str, version: int, at: float) -> None:
    """The move was asked for by a socket."""
    if trace := _trace(game_id, version):
        trace.asked = at


def committed(game_id: str, version: int) -> None:
    """The move was committed just now."""
    if trace := _trace(game_id, version):
        trace.committed = time.time()
        trace.asked = trace.asked or asked_at.get()


def published(game_id: str, version: int) -> None:
    """The notification of the move has left. Other changes of a game have notifications, too."""
    if trace := _noted.get((game_id, version)):
        trace.published = trace.published or time.time()


def rendered(game_id: str, version: int) -> Trace | None:
    """The update with the move was rendered; its sockets note there when they are sent it."""
    if trace := _trace(game_id, version):
        trace.rendered = time.time()
    return trace


def _store_always() -> None:
    while True:
        time.sleep(STORE_SECONDS)
        try:
            store(time.monotonic() - COMPLETE_SECONDS)
        except Exception as error:
            # The database is away. Traces are not worth more than a line.
            logging.getLogger(__name__).warning("Traces of moves could not be stored: %r", error)


def store(before: float) -> None:
    """Store the traces that began before this moment, and remove the oldest rows."""
    done = [(key, trace) for key, trace in list(_noted.items()) if trace.began < before]
    for key, _trace in done:
        del _noted[key]
    if not done:
        return
    process = f"{socket.gethostname()}:{os.getpid()}"[:80]
    close_old_connections()
    try:
        rows = [_row(process, *key, trace) for key, trace in done]
        MoveTrace.objects.bulk_create(rows)
        newest = MoveTrace.objects.order_by("-pk").values_list("pk", flat=True)[:1]
        for pk in newest:
            MoveTrace.objects.filter(pk__lte=pk - cap(MOST_KEPT)).delete()
    finally:
        close_old_connections()


def _row(process: str, game_id: str, version: int, trace: Trace) -> MoveTrace:
    if trace.committed and trace.sent:
        metrics.BROADCASTS.observe(max(0.0, trace.sent - trace.committed))
    times = {name: getattr(trace, name) for name in MoveTrace.STAGES}
    logger.info("move", game=game_id, move=version, sockets=trace.sockets, **times)
    return MoveTrace(
        process=process, game_id=game_id, number=version, sockets=trace.sockets, **times
    )
