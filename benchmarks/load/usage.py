"""Memory and processor time of processes, as Linux reports them."""

import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def with_children(pids: Iterable[int]) -> list[int]:
    """Return the ids of these processes and of all their descendants."""
    parents = {int(each.name): _stat(int(each.name)) for each in Path("/proc").glob("[0-9]*")}
    found = list(pids)
    for pid in found:  # The loop adds to this list.
        found += [child for child, stat in parents.items() if stat and int(stat[1]) == pid]
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the processor time in seconds that these processes and their descendants have used so
    far.

    The time of a process includes its children that have ended, for example PostgreSQL's processes
    for closed connections.
    """
    stats = [_stat(pid) for pid in with_children(pids)]
    return sum(sum(map(int, stat[11:15])) / TICKS for stat in stats if stat)


def memory(pids: Iterable[int]) -> int:
    """Return the resident memory of these processes in bytes."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in pids)


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat, starting with the state; an empty list if the process
    has ended.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
