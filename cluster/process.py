"""One process of the cluster: a program, its log, and how to tell that it is well."""

import contextlib
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

START_SECONDS = 60
LOOK_SECONDS = 0.05


class Process(ABC):
    """A program that can be started, stopped and killed any number of times.

    Subclasses say what to run, when it is well, and which signal asks it to leave.
    """

    stop_signal = signal.SIGTERM
    stop_seconds: float = 15
    #: The user of this machine to run as; None for whoever runs the cluster.
    user: str | None = None

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self.popen: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """What to run, word by word."""

    def environment(self) -> Mapping[str, str]:
        return os.environ

    @abstractmethod
    def is_well(self) -> bool:
        """Whether it does what it is there for."""

    @property
    def runs(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self.popen is not None, f"{self.name} was never started"
        return self.popen.pid

    def spawn(self, more: Mapping[str, str] | None = None) -> None:
        """Start it, with ``more`` in its environment, without waiting until it is well."""
        if self.runs:
            return
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command(),
                cwd="/" if self.user else None,
                env={**self.environment(), **(more or {})},
                stdout=log,
                stderr=log,
                # A group of its own: Ctrl-C reaches only whoever stops things in their order.
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

    def wait_until_well(self, seconds: float = START_SECONDS) -> None:
        """Return when it is well; RuntimeError with the end of its log if it is not in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.runs:
            if self.is_well():
                return
            time.sleep(LOOK_SECONDS)
        log = self.log.read_text(errors="replace")[-3000:]
        raise RuntimeError(f"{self.name} did not start; {self.log} ends with:\n{log}")

    def start(self, more: Mapping[str, str] | None = None) -> None:
        self.spawn(more)
        self.wait_until_well()

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal, to its children too; wait for its end if it can't be but that."""
        if not self.runs:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)
        if number == signal.SIGKILL:
            self.wait()

    def stop(self) -> None:
        """Ask it to leave; it is killed if it does not in time."""
        if not self.runs:
            return
        assert self.popen
        self.popen.send_signal(self.stop_signal)
        try:
            self.wait(self.stop_seconds)
        except subprocess.TimeoutExpired:
            self.kill()

    def wait(self, seconds: float | None = None) -> None:
        """Return when it has ended."""
        if self.popen:
            self.popen.wait(seconds)
