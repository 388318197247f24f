"""A clock that can be set: libfaketime in a process."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.faults.whole_file import write_whole


class FakedTime:
    """The ``environment`` of such a process, and the lead of its clock.

    Only the time of day is faked, not the monotonic clock that measures waits.
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
            "FAKETIME_NO_CACHE": "1",  # a set clock is noticed at the next look
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Otherwise each switch between threads takes 50 ms.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "FAKETIME_DONT_RESET": "1",
        }

    def ahead(self, *, hours: int) -> None:
        """Set the clock to this number of hours after (or before) the true time."""
        write_whole(self._file, f"{hours * 3600:+d}s\n")


def _library() -> Path:
    """The place of Debian's package `faketime`."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
