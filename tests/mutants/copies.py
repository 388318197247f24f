"""A copy of the project, in which faults are planted and pytest runs."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tests import ROOT
from tests.cluster.kit.servers import postgres_server, redis_server
from tests.mutants.faults import ON_POSTGRESQL, Fault

#: If a fault makes a test hang, the fault counts as found. The first limit is for one test, the
#: second for all tests of a path.
LONGEST_TEST_SECONDS = 100
LONGEST_SECONDS = 300

#: Files that are made once for all tests: static files, the proxy's error pages, and an empty
#: database with all migrations.
MADE_BEFORE = ("static", "pages", "tests")

# pytest prints "FAILED tests/a.py::test_b[c] - why". If it can't collect the tests, there is no
# "::".
_SEEN = re.compile(r"^(FAILED|ERROR) (\S+?\.py::.+?)(?: - .*)?$", re.MULTILINE)


class Outcome(NamedTuple):
    """The result of pytest: the first test that failed, how it failed, and the output.

    If all tests pass, ``test`` and ``how`` are empty. If pytest could not run the tests, ``how`` is
    "broken". If the time ran out, ``test`` is the path of the tests.
    """

    test: str = ""
    how: str = ""
    said: str = ""


class Copy:
    """A copy of the project with its uncommitted changes. It gets its own servers if a test needs
    them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._servers = ExitStack()
        _copy_tree(folder)

    def close(self) -> None:
        """Stop the servers."""
        self._servers.close()

    @contextmanager
    def with_fault(self, fault: Fault) -> Iterator[None]:
        """Plant a fault while the block runs."""
        path = self.folder / fault.file
        before = path.read_text()
        path.write_text(fault.planted_in(before))
        try:
            yield
        finally:
            path.write_text(before)

    def first_failure(self, test: str) -> Outcome:
        """Run tests up to the first failure."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        which = "not soak"
        if test.startswith(ON_POSTGRESQL):
            test = test.removeprefix(ON_POSTGRESQL)
            environment |= self._on_postgresql
            which = "not soak and not browser and not cluster"
        words = ["-x", "-q", "-rfE", "--tb=short", "-p", "no:cacheprovider", "-n", "0", "-m", which]
        words += ["--timeout", str(LONGEST_TEST_SECONDS)]
        run = subprocess.Popen(
            [sys.executable, "-m", "pytest", *words, test],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = run.communicate(timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome(test, "timed out")
        finally:
            _end(run)
        return outcome_of(run.returncode, said)

    @cached_property
    def _on_postgresql(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self._servers.enter_context(postgres_server()),
            "REDIS_URL": self._servers.enter_context(redis_server()),
        }


def outcome_of(code: int, said: str) -> Outcome:
    """Return the outcome of a run, from the exit code and the output of pytest.

    A failed test or an error in its set-up counts; an error during collection does not.
    """
    found = _SEEN.search(said)
    if code == 0:
        return Outcome(said=said)
    if code != 1 or not found:
        return Outcome(how="broken", said=said)
    kind, test = found.groups()
    return Outcome(test, "failed" if kind == "FAILED" else "could not be set up", said)


def _end(run: subprocess.Popen[str]) -> None:
    """End a run, and the servers and browsers that its tests may have left."""
    try:
        os.killpg(run.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    run.wait()


def _copy_tree(folder: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():  # The file may have been deleted without a commit.
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    (folder / "var").mkdir()
    for pattern in MADE_BEFORE:
        for path in (ROOT / "var").glob(pattern):
            copy = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, folder / "var" / path.name)
