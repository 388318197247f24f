"""Collects the measurements of a run, and gives its figures as text and for JSON."""

from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from benchmarks.load.tables import Round

MB = 1024 * 1024

#: The name of this program's own process in the output.
HARNESS = "this harness"


@dataclass
class Report:
    """All figures of one run. Times are in seconds, memory in bytes."""

    on: str
    tables: int
    every: float
    site: Round = field(default_factory=Round)
    floor: Round = field(default_factory=Round)
    seconds: float = 0
    spent: dict[str, float] = field(default_factory=dict)
    floor_spent: float = 0
    held: list[int] = field(default_factory=list)
    sizes: tuple[float, float] = (0, 0)
    per_socket: float = 0
    per_room: float = 0
    lost: int = 0
    _latest: tuple[Round, Round] | None = None

    def memory(self, before: int, one_each: int, all_open: int, tables: int, seats: int) -> None:
        """Compute the site's memory per socket and per room. ``one_each`` is the memory with one
        socket in each room, and ``all_open`` with all sockets.
        """
        self.per_socket = (all_open - one_each) / (tables * (seats - 1))
        self.per_room = (one_each - before) / tables - self.per_socket

    def frames(self, texts: list[int], sent: list[int]) -> None:
        """Store the average length of updates, as text and when compressed."""
        self.sizes = mean(texts), mean(sent)

    def add(
        self,
        site: Round,
        floor: Round,
        seconds: float,
        spent: dict[str, float],
        held: int,
        floor_spent: float,
    ) -> None:
        """Add a round of the site and a round of the floor. ``seconds`` is the duration of the
        site's round; ``spent`` and ``floor_spent`` are processor times; ``held`` is the memory
        of the site's web processes.
        """
        self.floor_spent += floor_spent
        self._latest = site, floor
        for whole, part in ((self.site, site), (self.floor, floor)):
            whole.shown += part.shown
            whole.answered += part.answered
            whole.late += part.late
        self.seconds += seconds
        for name, each in spent.items():
            self.spent[name] = self.spent.get(name, 0) + each
        self.held.append(held)

    def latest(self) -> str:
        """The latest round in one line of text."""
        assert self._latest
        site, floor = (each.shown for each in self._latest)
        return (
            f"site {percentile(site, 50):.1f} / {percentile(site, 95):.1f} ms, "
            f"floor {percentile(floor, 50):.1f} / {percentile(floor, 95):.1f} ms (p50 / p95), "
            f"web processes hold {self.held[-1] / MB:.0f} MB"
        )

    @property
    def growth(self) -> float:
        """The growth of memory in bytes per hour: the difference between the medians of the second
        and the fourth quarter of the run.
        """
        quarter = len(self.held) // 4
        if not quarter:
            return 0
        early, late = self.held[quarter : 2 * quarter], self.held[-quarter:]
        apart = self.seconds * 2 * (len(self.held) - 1.5 * quarter) / len(self.held)
        return (median(late) - median(early)) / apart * 3600

    def values(self) -> dict[str, Any]:
        """The figures for JSON. Times are in milliseconds, sizes in bytes, and processor use in
        shares of one core.
        """
        moves = max(1, len(self.site.shown))
        return {
            "on": self.on,
            "tables": self.tables,
            "moves": len(self.site.shown),
            "site": _percentiles(self.site.shown),
            "floor": _percentiles(self.floor.shown),
            "site_answered": _percentiles(self.site.answered),
            "floor_answered": _percentiles(self.floor.answered),
            "ratio": {
                f"p{which}": percentile(self.site.shown, which)
                / percentile(self.floor.shown, which)
                for which in (50, 99)
            },
            "late": self.site.late,
            "sockets_lost": self.lost,
            "cpu": {name: each / self.seconds for name, each in self.spent.items()},
            "cpu_a_move": {
                **{name: each / moves * 1000 for name, each in self.spent.items()},
                "the floor": self.floor_spent / max(1, len(self.floor.shown)) * 1000,
            },
            "frame": self.sizes,
            "memory_per_socket": self.per_socket,
            "memory_per_room": self.per_room,
            "memory": self.held,
            "growth_an_hour": self.growth,
        }

    def text(self) -> str:
        """The figures as text for people."""
        found = self.values()
        rate = len(self.site.shown) / self.seconds
        cores = ", ".join(f"{name} {share:.0%}" for name, share in found["cpu"].items())
        spent = found["cpu_a_move"]
        each_process = ", ".join(f"{name} {each:.1f}" for name, each in spent.items())
        all_processes = sum(spent[name] for name in self.spent if name != HARNESS)
        lines = [
            f"{self.tables} tables of six sockets, {rate:.1f} moves/s, {self.on}:"
            f" {len(self.site.shown)} moves, {self.site.late} not shown everywhere"
            f" in time, {self.lost} sockets lost",
            _line("move to all six screens", found["site"]),
            _line("the floor", found["floor"]),
            _line("move to its answer", found["site_answered"]),
            _line("the floor's answer", found["floor_answered"]),
            "p50 is {p50:.2f} times the floor's (aim 1.25), p99 {p99:.2f} times (aim 1.5)".format(
                **found["ratio"]
            ),
            f"a frame is {self.sizes[0]:,.0f} bytes of HTML, {self.sizes[1]:,.0f} as it is sent",
            f"of one core: {cores}",
            f"processor time a move: all processes {all_processes:.1f} ms (aim 9); {each_process}",
            f"memory: {self.per_socket / 1024:.0f} KB a socket,"
            f" {self.per_room / 1024:.0f} KB a room;"
            f" growth {self.growth / MB:.1f} MB an hour"
            f" ({self.held[0] / MB:.0f} to {self.held[-1] / MB:.0f} MB)",
        ]
        return "\n".join(lines)


def percentile(values: list[float], which: float) -> float:
    """Return a percentile in milliseconds; 0 if there are no measurements."""
    if not values:
        return 0
    return sorted(values)[min(len(values) - 1, int(len(values) * which / 100))] * 1000


def _percentiles(values: list[float]) -> dict[str, float]:
    return {f"p{which}": percentile(values, which) for which in (50, 95, 99)}


def _line(what: str, found: dict[str, float]) -> str:
    return f"{what:<26}" + "   ".join(f"{name} {value:6.1f} ms" for name, value in found.items())
