"""What was counted while something broke."""

import statistics
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

CALM = "calm"


class Tally:
    """Counts of all players together, by the phase in which each request began."""

    def __init__(self) -> None:
        self.phase = CALM
        self.counts: Counter[str] = Counter()
        #: Answers of 500 and above, by phase and status.
        self.broken: Counter[tuple[str, int]] = Counter()
        #: What nobody should ever be answered.
        self.odd: list[str] = []
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self._lock = threading.Lock()

    @contextmanager
    def during(self, phase: str) -> Iterator[None]:
        """Requests that begin in here belong to that phase."""
        self.phase = phase
        try:
            yield
        finally:
            self.phase = CALM

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def took(self, phase: str, seconds: float) -> None:
        """A move was answered at the first try, or at the last."""
        with self._lock:
            self.seconds[phase].append(seconds)

    def answered(self, answer: httpx.Response, what: str, phase: str) -> int:
        """Note how a request was answered; the status."""
        status = answer.status_code
        if status >= 500:
            with self._lock:
                self.broken[phase, status] += 1
            if status == 503 and not _says_so(answer):
                self.odd.append(f"503 to {what} without its code: {answer.text[:300]}")
            elif status not in (502, 503, 504):
                self.odd.append(f"{status} to {what} while {phase}")
        return status

    def median(self, phase: str) -> float:
        """Of the seconds that an answer to a move took."""
        return statistics.median(self.seconds[phase])


def _says_so(answer: httpx.Response) -> bool:
    try:
        return answer.json().get("code") == "unavailable"
    except ValueError:
        return False
