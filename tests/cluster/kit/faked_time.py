"""Changes the clock of a process by means of libfaketime."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.cluster.kit.whole_file import write_whole


class FakedTime:
    """A fake clock. Processes with its ``environment`` use it.

    It changes only the time of day, not the monotonic clock, which measures durations.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "faketime"

    def __enter__(self) -> Self:
        self.ahead(hours=0)
        return self

    def __exit__(self, *error: object) -> None:
        self._file.unlink()

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            "LD_PRELOAD": str(_library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",  # The process uses a changed time at once.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Without this setting, each switch between threads takes 50 ms.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "FAKETIME_DONT_RESET": "1",
            # A signal handler that sleeps, as in the processes of bots, would fail with EINVAL.
            "BOT_PROCESSES": "0",
        }

    def ahead(self, *, hours: int) -> None:
        """Set the fake clock to this number of hours after the true time. A negative number means
        before.
        """
        write_whole(self._file, f"{hours * 3600:+d}s\n")


def _library() -> Path:
    """Return the path of the library in Debian's package `faketime`."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
