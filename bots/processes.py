"""Prepares the background processes in which bots think and reviews are made."""

import multiprocessing
import os
import threading
from contextlib import suppress
from pathlib import Path

#: Linux keeps the priority of a session here, if it shares the processor among sessions.
SESSION_PRIORITY = Path("/proc/self/autogroup")


def begin(nice: int) -> None:
    """Prepare the new process: take a low priority, and end when the parent ends."""
    os.setsid()
    lower_priority(nice)
    # The arrays are small, so more threads would only make the computation slower.
    os.environ.update(OPENBLAS_NUM_THREADS="1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def lower_priority(nice: int) -> None:
    """Let the processes that serve people go first.

    Where Linux shares the processor among sessions, ``nice`` counts only within a session. So a
    process that leads a session lowers the priority of its session, too. Otherwise it would slow
    down web servers as much as a process with normal priority.
    """
    nice = os.nice(nice)
    if os.getsid(0) == os.getpid():
        # Elsewhere there is no such file.
        with suppress(OSError):
            SESSION_PRIORITY.write_text(str(nice))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
