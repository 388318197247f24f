"""Background processes and the scheduler let web servers go first."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bots.management.commands import run_clock
from game import processes
from game.processes import SeparateProcess
from tests.waiting import PATIENCE, wait_until


@pytest.fixture
def process():
    """A process that evaluates expressions."""
    process = SeparateProcess(eval, nice=7)
    yield partial(process.call, PATIENCE)
    process.end()


def test_a_separate_process_has_a_low_priority_in_its_own_session(process) -> None:
    nice = process("__import__('os').nice(0)")
    pid = process("__import__('os').getpid()")
    assert (nice, process("__import__('os').getsid(0)")) == (os.nice(0) + 7, pid)
    timer = process("(s := __import__('signal')).getitimer(s.ITIMER_PROF)")
    assert timer[1] == pytest.approx(processes.WORK_SECONDS, abs=0.001)
    left, _every = process("(s := __import__('signal')).getitimer(s.ITIMER_VIRTUAL)")
    assert left == pytest.approx(processes.MOST_CALL_SECONDS, abs=1)
    if processes.SESSION_PRIORITY.exists():
        assert Path(f"/proc/{pid}/autogroup").read_text().split()[-1] == str(nice)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ((PATIENCE, "1 / 0"), EOFError),
        ((PATIENCE, "(s := __import__('signal')).raise_signal(s.SIGVTALRM)"), EOFError),
    ],
    ids=["failed", "too much processor time"],
)
def test_a_separate_process_starts_again_after_a_failure(call, error) -> None:
    process = SeparateProcess(eval, nice=7)
    try:
        with pytest.raises(error):
            process.call(*call)
        assert process.call(PATIENCE, "6 * 7") == 42
        assert process.runs
    finally:
        process.end()
    process.end()  # It has ended already.
    assert not process.runs


def test_a_call_that_is_late_goes_on(process) -> None:
    """It would never end on a busy machine if each try began again."""
    call = process.func
    for late in ("6 * 7", "6 * 8"):
        with pytest.raises(TimeoutError):
            call(0, late)
    assert call(PATIENCE, "6 * 7") == 42
    assert call(PATIENCE, "6 * 8") == 48


def test_a_result_that_nobody_wants_is_forgotten(process) -> None:
    call = process.func
    with pytest.raises(TimeoutError):
        call(0, "6 * 7")
    found = []

    def other_call_is_answered():
        with suppress(TimeoutError):
            found.append(call(0.01, "6 * 8"))
        return found == [48]

    wait_until("the first call has ended", other_call_is_answered)


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
