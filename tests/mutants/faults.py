"""The faults that the tests must find. Each is an edit of a source file."""

import tomllib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "faults"

#: A test with this prefix in its path runs on PostgreSQL and Redis.
ON_POSTGRESQL = "postgresql:"


@dataclass(frozen=True, slots=True)
class Fault:
    """A harmful edit, and the tests that probably find it.

    ``file`` contains ``old`` exactly once. ``tests`` are paths or node ids for pytest, the fastest
    first.
    """

    area: str
    name: str
    says: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def digest(self) -> str:
        """A hash that changes if the edit or the list of tests changes."""
        parts = (self.file, self.old, self.new, *self.tests)
        return sha256("\0".join(parts).encode()).hexdigest()[:16]

    def planted_in(self, text: str) -> str:
        """Return the text of the file with the fault. Raise ``ValueError`` if the edit does not
        fit.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} has its line {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def all_faults() -> list[Fault]:
    """Return all faults, by area."""
    return [
        Fault(area=path.stem, **{**each, "tests": tuple(each["tests"])})
        for path in sorted(FOLDER.glob("*.toml"))
        for each in tomllib.loads(path.read_text())["fault"]
    ]
