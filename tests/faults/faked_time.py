"""A clock that can be set: libfaketime, before a process that believes it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.faults.whole_file import write_whole


class FakedTime:
    """What a process needs in its ``environment``, and how far its clock is ahead.

    Only the time of day is faked. The steady clock, by which waits are measured, is never set.
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
            "FAKETIME_NO_CACHE": "1",  # a clock that was set is seen at the next look
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # Else each hand-over from thread to thread takes 50 ms.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            "FAKETIME_DONT_RESET": "1",
        }

    def ahead(self, *, hours: int) -> None:
        """Set the clock to so many hours before or behind the true time."""
        write_whole(self._file, f"{hours * 3600:+d}s\n")


def _library() -> Path:
    """Where Debian's package `faketime` puts it."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
