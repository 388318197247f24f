"""Prepares the background processes in which bots think and reviews are made."""

import multiprocessing
import os
import threading


def begin(nice: int) -> None:
    """Prepare the new process: take a low priority, and end when the parent ends."""
    os.nice(nice)
    # The arrays are small, so more threads would only make the computation slower.
    os.environ.update(OPENBLAS_NUM_THREADS="1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
