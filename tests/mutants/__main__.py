"""``make mutants``: plants each fault in a copy of the project, and records which test finds the
fault first.

A fault that was found before is skipped, unless the fault or its list of tests has changed;
``--again`` tries all faults. With ``--baseline`` a test counts only if it passes without the
fault.
"""

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any

from tests.mutants.copies import Copy
from tests.mutants.faults import Fault, all_faults

SEEN = Path(__file__).parent / "seen.json"
NOT_SEEN = "NOT SEEN"

_writing = Lock()


def main() -> int:
    """Plant the requested faults that are not known. Return 0 if all requested faults are found."""
    asked = _arguments()
    faults = [each for each in all_faults() if not asked.names or each.name in asked.names]
    seen = read_seen()
    waiting = [each for each in faults if asked.again or not is_known(each, seen)]
    print(f"{len(faults)} faults, {len(waiting)} to be planted")
    with tempfile.TemporaryDirectory(prefix="literature-mutants-") as folder:
        copies: Queue[Copy] = Queue()
        for number in range(min(asked.jobs, len(waiting))):
            (Path(folder) / str(number)).mkdir()
            copies.put(Copy(Path(folder) / str(number)))

        def plant(fault: Fault) -> None:
            copy = copies.get()
            try:
                _note(fault, _look(copy, fault, baseline=asked.baseline))
            finally:
                copies.put(copy)

        try:
            with ThreadPoolExecutor(max_workers=asked.jobs) as pool:
                list(pool.map(plant, waiting))
        finally:
            while not copies.empty():
                copies.get().close()
    seen = read_seen()
    missed = [each.name for each in faults if not is_known(each, seen)]
    print(f"seen: {len(faults) - len(missed)} of {len(faults)}", *missed)
    return int(bool(missed))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="these faults alone")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--again", action="store_true", help="also those that were seen before")
    parser.add_argument("--baseline", action="store_true", help="try each test without its fault")
    asked = parser.parse_args()
    unknown = set(asked.names) - {each.name for each in all_faults()}
    if unknown:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    return asked


def read_seen() -> dict[str, Any]:
    """Return the stored result for each fault that was tried."""
    return json.loads(SEEN.read_text()) if SEEN.exists() else {}


def is_known(fault: Fault, seen: dict[str, Any]) -> bool:
    """Return whether one of the fault's tests found it before, and neither the fault nor its list
    of tests has changed.
    """
    noted = seen.get(fault.name, {})
    return noted.get("digest") == fault.digest and noted.get("how") != NOT_SEEN


def _look(copy: Copy, fault: Fault, *, baseline: bool) -> dict[str, str]:
    """Run the tests of a fault one path after another, up to the first failure."""
    began = time.monotonic()
    found = {"area": fault.area, "digest": fault.digest, "how": NOT_SEEN, "test": ""}
    for test in fault.tests:
        with copy.with_fault(fault):
            outcome = copy.first_failure(test)
        if outcome.how == "broken":
            print(f"{fault.name}: {test} can't be run\n{outcome.said[-2000:]}")
        elif outcome.how and baseline and _fails_anyway(copy, test, outcome.test):
            print(f"{fault.name}: {outcome.test} fails without it, too")
        elif outcome.how:
            found |= {"how": outcome.how, "test": outcome.test}
            break
    seconds = time.monotonic() - began
    print(f"{fault.area:12} {fault.name:36} {found['how']:10} {seconds:4.0f} s  {found['test']}")
    sys.stdout.flush()
    return found


@cache
def _fails_anyway(copy: Copy, listed: str, failed: str) -> bool:
    place = listed.partition("tests/")[0]  # The prefix of a test on PostgreSQL.
    return bool(copy.first_failure(place + failed).how)


def _note(fault: Fault, found: dict[str, str]) -> None:
    with _writing:
        names = {each.name for each in all_faults()}
        seen = {name: each for name, each in read_seen().items() if name in names}
        seen[fault.name] = found
        SEEN.write_text(json.dumps(dict(sorted(seen.items())), indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
