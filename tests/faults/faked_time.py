"""A clock that can be set: libfaketime in a process."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.faults.whole_file import write_whole


class FakedTime:
    """The ``environment`` for such a process, and how far its clock is ahead.

    Only the time of day is changed, not the monotonic clock that measures waiting times.
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
            "FAKETIME_NO_CACHE": "1",  # The process notices a change when it reads the clock next.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Otherwise each switch between threads takes 50 ms.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "FAKETIME_DONT_RESET": "1",
        }

    def ahead(self, *, hours: int) -> None:
        """Set the clock to this number of hours after (or before) the true time."""
        write_whole(self._file, f"{hours * 3600:+d}s\n")


def _library() -> Path:
    """The path of the library in Debian's package `faketime`."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
