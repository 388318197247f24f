"""The background processes in which bots think."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import pytest

from bots import processes
from bots.management.commands import run_clock


def test_a_background_process_has_a_low_priority_in_its_own_session() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, processes.begin, (7,)) as pool:
        nice = pool.submit(os.nice, 0).result(30)
        session = pool.submit(os.getsid, 0).result(30)
        assert (nice, session) == (os.nice(0) + 7, pool.submit(os.getpid).result(30))
        if processes.SESSION_PRIORITY.exists():
            shown = pool.submit(processes.SESSION_PRIORITY.read_text).result(30)
            assert shown.split()[-1] == str(nice)


@pytest.mark.parametrize(("leader", "written"), [(os.getpid(), "5"), (1, "")], ids=["own", "other"])
def test_a_scheduler_lets_web_servers_go_first(monkeypatch, tmp_path, leader, written):
    """It changes no session of somebody else, for example that of a shell."""
    session = tmp_path / "autogroup"
    session.write_text("")
    monkeypatch.setattr(processes, "SESSION_PRIORITY", session)
    monkeypatch.setattr(os, "nice", lambda more: more)
    monkeypatch.setattr(os, "getsid", lambda _pid: leader)

    async def run(_command):
        assert session.read_text() == written

    monkeypatch.setattr(run_clock.Command, "run", run)
    run_clock.Command().handle()
