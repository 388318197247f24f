"""The background processes in which bots think."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from bots import processes


def test_a_background_process_has_a_low_priority_in_its_own_session() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, processes.begin, (7,)) as pool:
        nice = pool.submit(os.nice, 0).result(30)
        session = pool.submit(os.getsid, 0).result(30)
        assert (nice, session) == (os.nice(0) + 7, pool.submit(os.getpid).result(30))
        if processes.SESSION_PRIORITY.exists():
            shown = pool.submit(processes.SESSION_PRIORITY.read_text).result(30)
            assert shown.split()[-1] == "7"
