"""One process of the cluster: a program, its log, and a check that it is ready."""

import contextlib
import os
import secrets
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path

START_SECONDS = 60
LOOK_SECONDS = 0.05


class Process(ABC):
    """A program that can be started, stopped and killed any number of times.

    Subclasses define the command and the check that the program is ready. They may also
    define a signal other than SIGTERM to end the program.
    """

    stop_signal = signal.SIGTERM
    stop_seconds: float = 15
    #: The user to run as. None means the user who runs the cluster.
    user: str | None = None
    #: Its environment. None means that of the cluster.
    env: dict[str, str] | None = None

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self.popen: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """The command as a list of words."""

    @abstractmethod
    def is_well(self) -> bool:
        """Whether the process is ready to work."""

    @property
    def runs(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self.popen is not None, f"{self.name} was never started"
        return self.popen.pid

    def spawn(self) -> None:
        """Start the process without waiting for it."""
        if self.runs:
            return
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command(),
                cwd="/" if self.user else None,
                env=self.env,
                stdout=log,
                stderr=log,
                # The process gets its own process group. So Ctrl-C reaches only this program, which
                # then stops all processes in order.
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

    def wait_until_well(self, seconds: float = START_SECONDS) -> None:
        """Return when the process is ready. If it ends first or takes too long, raise RuntimeError
        with the last lines of its log.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.runs:
            if self.is_well():
                return
            time.sleep(LOOK_SECONDS)
        log = self.log.read_text(errors="replace")[-3000:]
        raise RuntimeError(f"{self.name} did not start; {self.log} ends with:\n{log}")

    def start(self) -> None:
        self.spawn()
        self.wait_until_well()

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal to the process and its children. If the signal is SIGKILL, wait until the
        process has ended. Its children may end a little later.
        """
        if not self.runs:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)
        if number == signal.SIGKILL:
            self.wait()

    def stop(self) -> None:
        """Ask the process to end. Kill it if this takes too long."""
        if not self.runs:
            return
        assert self.popen
        self.popen.send_signal(self.stop_signal)
        try:
            self.wait(self.stop_seconds)
        except subprocess.TimeoutExpired:
            self.kill()

    def wait(self, seconds: float | None = None) -> None:
        """Return when the process has ended."""
        if self.popen:
            self.popen.wait(seconds)


def stored_password(path: Path) -> str:
    """Return the password in the file ``path``. The first call makes the file. Only its owner can
    read it. Other users of the machine can reach a server on the loopback address, too.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(24))
    return path.read_text()
