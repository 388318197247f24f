"""The beginning and the end of processes that think beside those who serve people."""

import multiprocessing
import os
import threading


def begin(nice: int) -> None:
    """In the new process: give way to those who serve people, and end with the parent."""
    os.nice(nice)
    # The arrays are small: threads of their own would only get in each other's way.
    os.environ.update(OPENBLAS_NUM_THREADS="1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
