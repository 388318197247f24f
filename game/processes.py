"""The separate processes in which bots think, and help, grids and reviews are made."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final, Generic, TypeVar, TypeVarTuple

_Args = TypeVarTuple("_Args")
_Result = TypeVar("_Result")

#: Linux keeps the priority of a session here, if it shares the processor among sessions.
SESSION_PRIORITY = Path("/proc/self/autogroup")
#: Linux keeps here how long a process was ready to run, but had to wait (in nanoseconds).
WAITED = Path("/proc/self/schedstat")

#: After WORK_SECONDS of work, a process that gives way checks how long it had to wait for the
#: processor. Then it rests REST_FACTOR times as long, but at most MOST_REST_SECONDS.
WORK_SECONDS: Final = 0.005
REST_FACTOR: Final = 2
MOST_REST_SECONDS: Final = 0.005
#: If it had to wait for this time or longer, it does not rest. Otherwise its work would hardly go
#: on while all processors are busy.
STARVED_SECONDS: Final = 0.02
#: The most processor time of a call in a ``SeparateProcess``.
MOST_CALL_SECONDS: Final = 20.0


# A fork would copy locks that other threads hold.
CONTEXT = multiprocessing.get_context("spawn")


class SeparateProcess(Generic[*_Args, _Result]):
    """Runs a function in a process of low priority, which gives way to all others.

    The process starts with the first call. It has no Django. Only one thread may use it at a time.
    """

    def __init__(self, function: Callable[[*_Args], _Result], nice: int) -> None:
        self._function, self._nice = function, nice
        self._process: SpawnProcess | None = None
        self._pending: tuple[*_Args] | None = None

    @property
    def runs(self) -> bool:
        """Whether the process was started and not ended."""
        return self._process is not None

    def call(self, patience: float, *args: *_Args) -> _Result:
        """The function's result.

        If it takes longer than ``patience`` seconds, raise ``TimeoutError``; the same call may wait
        for it again, and another call must wait until it has ended. If the function fails, or takes
        too much processor time, its process ends. Then raise ``OSError`` or ``EOFError``.
        """
        if self._process is None:
            self._pipe, pipe = CONTEXT.Pipe()
            self._process = CONTEXT.Process(
                target=_answer, args=(pipe, self._function, self._nice), daemon=True
            )
            self._process.start()
            pipe.close()
        try:
            if self._pending not in (None, args) and self._pipe.poll():
                self._pipe.recv()  # Nobody has waited for this result.
                self._pending = None
            if self._pending is None:
                self._pipe.send(args)
                self._pending = args
            if self._pending == args and self._pipe.poll(patience):
                self._pending = None
                return self._pipe.recv()
        except (OSError, EOFError):
            self.end()
            raise
        raise TimeoutError

    def end(self) -> None:
        """End the process, if it runs."""
        if self._process:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._pipe.close()
        self._process = self._pending = None


def _answer(pipe: Connection, function: Callable[..., object], nice: int) -> None:
    begin_giving_way(nice)
    while True:
        args = pipe.recv()
        # Unlike a busy machine, a call that never ends uses the processor. It ends the process.
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_CALL_SECONDS)
        pipe.send(function(*args))


def begin(nice: int) -> None:
    """Prepare the new process: take a low priority, and end when the parent ends."""
    os.setsid()
    lower_priority(nice)
    # The arrays are small, so more threads would only make the computation slower.
    os.environ.update(OPENBLAS_NUM_THREADS="1")
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=end_with_parent, daemon=True).start()


def begin_giving_way(nice: int) -> None:
    """The same as ``begin``. In addition, the process rests while others need the processor.

    A low priority alone is not enough: it counts only among the processes that wait for the same
    processor. All other processes may wait for one processor while this process uses another.
    """
    begin(nice)
    waited = seconds_waited()

    def rest(*_signal: object) -> None:
        nonlocal waited
        time.sleep(seconds_of_rest(seconds_waited() - waited))
        waited = seconds_waited()

    signal.signal(signal.SIGPROF, rest)
    signal.setitimer(signal.ITIMER_PROF, WORK_SECONDS, WORK_SECONDS)


def seconds_of_rest(waited: float) -> float:
    """How long to rest after waiting for this time.

    ``waited`` is negative if another signal arrived while the process was about to rest.
    """
    if not 0 < waited < STARVED_SECONDS:
        return 0.0
    return min(MOST_REST_SECONDS, REST_FACTOR * waited)


def seconds_waited() -> float:
    """How many seconds this process was ready to run while others ran.

    Always 0 where the system does not measure this time.
    """
    # Only Linux has such a file.
    with suppress(OSError):
        return int(WAITED.read_text().split()[1]) / 1e9
    return 0.0


def lower_priority(nice: int) -> None:
    """Let the processes that serve people go first.

    Where Linux shares the processor among sessions, ``nice`` counts only within a session. So a
    process that leads a session lowers the priority of its session, too. Otherwise it would slow
    down web servers as much as a process with normal priority.
    """
    nice = os.nice(nice)
    if os.getsid(0) == os.getpid():
        # Other systems do not have this file.
        with suppress(OSError):
            SESSION_PRIORITY.write_text(str(nice))
