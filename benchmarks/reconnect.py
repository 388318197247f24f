"""Measures how soon all pages are connected again after an interruption: ``python -m
benchmarks.reconnect --help``.

People sit at tables with games. In each round many sockets open at the same time, and then close.
One figure is the time until each socket has its first update. The other is how long moves at other
tables wait for their answers meanwhile. The command never fails because of a figure.
"""

import argparse
import asyncio
import random
from itertools import count
from statistics import median, quantiles
from time import perf_counter

from benchmarks.load.measuring import measure
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import SEATS, Round, Table
from benchmarks.load.wire import Line, OnMessage

LONGEST_SECONDS = 120
#: The shortest and the longest wait before the next attempt to connect, in seconds.
#: (A page waits at most 0.5 s at first, and later at most 5 s.)
BACK_AFTER = 0.3, 1.5
QUIET_SECONDS = 4
#: At the start, at most this number of tables fill at the same time.
AT_ONCE = 4


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--sockets", type=int, default=500)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument(
        "--playing",
        type=int,
        default=4,
        help="tables that keep their sockets, and play all the time",
    )
    words.add_argument(
        "--restart",
        action="store_true",
        help="kill and start the web processes before each round; no table plays then",
    )
    measure(words, measured, among=("one", "cluster"))


async def measured(served: Served, chosen: argparse.Namespace) -> None:
    """Fill the tables, play the rounds, and print the figures."""
    if chosen.restart:
        chosen.playing = 0
    full = -(-chosen.sockets // SEATS)
    seeds = range(chosen.playing + full)
    tables = [Table(HOST, served.site_port, seed, "classic") for seed in seeds]
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(sit_down(table, gate) for table in tables))
    playing = tables[: chosen.playing]
    for table in playing:
        await table.listen(range(SEATS))
    seats = [(table, seat) for table in tables[chosen.playing :] for seat in range(SEATS)]
    seats = seats[: chosen.sockets]
    print(f"{chosen.sockets} sockets of {full} tables come back at once; ms")
    if playing:
        await beside(playing, asyncio.sleep(QUIET_SECONDS))  # Warm up.
        _, quiet = await beside(playing, asyncio.sleep(QUIET_SECONDS))
        print(f"all is quiet: moves {spread(quiet.answered)}")
    for number in range(chosen.rounds + 1):
        if chosen.restart:
            await asyncio.to_thread(restart, served)
        came, storm = await beside(playing, come_back(seats))
        if number:  # In round 0 the sockets connect for the first time.
            frames = spread([seconds for seconds, _tries in came])
            again = sum(tries - 1 for _seconds, tries in came)
            moves = f"; moves {spread(storm.answered)}" if playing else ""
            print(f"round {number}: first frames {frames}, again {again:4}{moves}")


def restart(served: Served) -> None:
    """Kill all web processes, and wait until new ones answer."""
    for web in served.processes["web"]:
        web.kill()
    for web in served.processes["web"]:
        web.start()


async def sit_down(table: Table, gate: asyncio.Semaphore) -> None:
    async with gate:
        await table.sit_down()


async def beside(playing: list[Table], work) -> tuple:  # type: ignore[no-untyped-def, type-arg]
    """Make moves until ``work`` is done. Return the result of ``work``, and the times of the
    moves.
    """
    result, done = Round(), asyncio.Event()

    async def play(table: Table) -> None:
        while not done.is_set():
            await table.move(result)

    games = [asyncio.create_task(play(table)) for table in playing]
    try:
        given = await work
    finally:
        done.set()
        await asyncio.gather(*games)
    return given, result


async def come_back(seats: list[tuple[Table, int]]) -> list[tuple[float, int]]:
    """Open all sockets at once, and close them when each has its first update. Return for each
    socket the seconds until its first update, and the number of attempts.
    """
    start = perf_counter()
    async with asyncio.timeout(LONGEST_SECONDS):
        pages = await asyncio.gather(*(first_frame(table, seat) for table, seat in seats))
    for page, _tries in pages:
        page.close()
    await asyncio.sleep(1)  # Wait until the site has noticed that the sockets are closed.
    return [(page.came - start, tries) for page, tries in pages]


async def first_frame(table: Table, seat: int) -> tuple["Page", int]:
    """Return a socket that has its first update, and the number of attempts. If the connection is
    lost, try again, as a page does.
    """
    for tries in count(1):
        try:
            page = await Page.open(table.people[seat], f"/ws/r/{table.code}/?tab={seat}", print)
            await page.settled.wait()
            if page.came:
                return page, tries
        except (OSError, TimeoutError):
            pass
        await asyncio.sleep(random.uniform(*BACK_AFTER))
    raise AssertionError("it tries for ever")


class Page(Line):
    """A socket that records when it got its first update, or that the connection was lost before
    that.
    """

    def __init__(self, request: bytes, _on_message: OnMessage) -> None:
        super().__init__(request, self._has)
        self.came = 0.0
        self.settled = asyncio.Event()

    def _has(self, _begins: bytes, moment: float, _payload: bytes) -> None:
        self.came = self.came or moment
        self.settled.set()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.settled.set()


def spread(seconds: list[float]) -> str:
    """Return a text with the median, the 95th percentile and the longest time."""
    if len(seconds) < 2:
        return "none"
    p95 = quantiles(seconds, n=20)[-1]
    return f"p50 {median(seconds) * 1000:6.0f} p95 {p95 * 1000:6.0f} max {max(seconds) * 1000:6.0f}"


if __name__ == "__main__":
    main()
