"""Counts requests, and knows which fault was active during each."""

import math
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

CALM = "calm"


@dataclass
class _Phase:
    """A fault, and the time at which it ended."""

    name: str
    ended: float = math.inf


class Tally:
    """Counts for all players. Errors and times are grouped by the fault during the request."""

    def __init__(self) -> None:
        self._phases: list[_Phase] = []
        self.counts: Counter[str] = Counter()
        #: Responses with a status of 500 or more, by phase and status.
        self.broken: Counter[tuple[str, int]] = Counter()
        #: Responses that nobody should ever get.
        self.odd: list[str] = []
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self._lock = threading.Lock()

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Let a phase last as long as this block."""
        phase = _Phase(name)
        self._phases.append(phase)
        try:
            yield
        finally:
            phase.ended = time.monotonic()

    def phase_of(self, begun: float) -> str:
        """Return the last fault that was active during a request; ``CALM`` if there was none. The
        request began at ``begun`` and ends now.
        """
        touched = [phase.name for phase in self._phases if phase.ended >= begun]
        return touched[-1] if touched else CALM

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def took(self, begun: float) -> None:
        """Record the time until a move was answered. The move was sent at ``begun``."""
        with self._lock:
            self.seconds[self.phase_of(begun)].append(time.monotonic() - begun)

    def answered(self, answer: httpx.Response, what: str, begun: float) -> int:
        """Count the response if its status is 500 or more. Note it if nobody should ever get it.
        Return the status.

        The request was sent at ``begun``.
        """
        status, phase = answer.status_code, self.phase_of(begun)
        if status >= 500:
            with self._lock:
                self.broken[phase, status] += 1
            if status == 503 and not _says_so(answer):
                self.odd.append(f"503 to {what} without its code: {answer.text[:300]}")
            elif status not in (502, 503, 504):
                self.odd.append(f"{status} to {what} while {phase}")
        return status

    def seconds_of(self, phase: str, percent: int) -> float:
        """Return a percentile of the times until moves were answered."""
        took = sorted(self.seconds[phase])
        return took[math.ceil(len(took) * percent / 100) - 1]

    def in_words(self, phase: str) -> str:
        return " / ".join(f"{self.seconds_of(phase, each) * 1000:.0f}" for each in (50, 90)) + " ms"


def _says_so(answer: httpx.Response) -> bool:
    try:
        return answer.json().get("code") == "unavailable"
    except ValueError:
        return False
