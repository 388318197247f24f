"""Background processes and the scheduler let web servers go first."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest

from bots import processes
from bots.management.commands import run_clock


def test_a_background_process_has_a_low_priority_in_its_own_session() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, processes.begin_giving_way, (7,)) as pool:
        nice = pool.submit(os.nice, 0).result(30)
        session = pool.submit(os.getsid, 0).result(30)
        assert (nice, session) == (os.nice(0) + 7, pool.submit(os.getpid).result(30))
        timer = pool.submit(signal.getitimer, signal.ITIMER_PROF).result(30)
        assert timer[1] == pytest.approx(processes.WORK_SECONDS, abs=0.001)
        if processes.SESSION_PRIORITY.exists():
            shown = pool.submit(processes.SESSION_PRIORITY.read_text).result(30)
            assert shown.split()[-1] == str(nice)


@pytest.mark.parametrize(
    ("waited", "rest"), [(-0.001, 0), (0, 0), (0.001, 0.002), (0.01, 0.005), (5, 0)]
)
def test_a_process_rests_after_a_wait_but_not_if_it_is_starved(waited, rest) -> None:
    assert processes.seconds_of_rest(waited) == rest


def test_linux_counts_how_long_a_process_waited(monkeypatch, tmp_path) -> None:
    shown = tmp_path / "schedstat"
    monkeypatch.setattr(processes, "WAITED", shown)
    assert processes.seconds_waited() == 0
    shown.write_text("7000000000 2500000000 31\n")
    assert processes.seconds_waited() == 2.5


@pytest.mark.parametrize(("leader", "written"), [(os.getpid(), "5"), (1, "")], ids=["own", "other"])
def test_a_scheduler_lets_web_servers_go_first(monkeypatch, tmp_path, leader, written):
    """The scheduler changes the priority of a session only if it leads the session. It does not
    change, for example, the session of a shell.
    """
    session = tmp_path / "autogroup"
    session.write_text("")
    monkeypatch.setattr(processes, "SESSION_PRIORITY", session)
    monkeypatch.setattr(os, "nice", lambda more: more)
    monkeypatch.setattr(os, "getsid", lambda _pid: leader)

    async def run(_command):
        assert session.read_text() == written

    monkeypatch.setattr(run_clock.Command, "run", run)
    run_clock.Command().handle()
