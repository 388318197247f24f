"""A lock for which threads wait in line. Threads with the same name share a place in the line."""

import threading
from collections import deque


class Line:
    """Serves one thread at a time.

    Names take turns, and the threads of a name are served in the order in which they came. So a
    thread never waits for more than one thread of each other name, however many of them wait.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy = False
        #: For each name, the locks on which its threads wait. The first name is served next.
        self._waiting: dict[str, deque[threading.Lock]] = {}

    def enter(self, seconds: float) -> bool:
        """Wait for the turn, at most for this time. Return whether it came."""
        name = threading.current_thread().name.partition("_")[0]
        turn = threading.Lock()
        with self._lock:
            if not self._busy:
                self._busy = True
                return True
            turn.acquire()
            self._waiting.setdefault(name, deque()).append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._lock:
            waiting = self._waiting.get(name, ())
            if turn not in waiting:
                return True  # The turn came at the last moment.
            self._waiting[name].remove(turn)
            return False

    def leave(self) -> None:
        """Give the turn to the next thread."""
        with self._lock:
            while self._waiting:
                name, threads = next(iter(self._waiting.items()))
                del self._waiting[name]
                if threads:
                    threads.popleft().release()
                    if threads:
                        self._waiting[name] = threads  # Behind the other names.
                    return
            self._busy = False
