"""Measures how fast people's moves are during attacks: ``python -m benchmarks.attacks --help``.

The site is served as in production, behind nginx. Each attack goes to this nginx in one round, and
in the next round to another nginx, which has no site behind it. So both rounds have the attacker's
own load, and the ratio shows what the attack costs the site. The attacker is a process of its own.
The command never fails because of a figure.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import resource
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from benchmarks.load.figures import percentile
from benchmarks.load.measuring import measure
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import SEATS, Round, Table
from cluster.cluster import CONNECTIONS, REQUESTS
from cluster.ports import free_port
from cluster.proxy import Proxy

GET = b"GET /static/admin/js/vendor/xregexp/xregexp.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
PAGE = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /guest/ HTTP/1.1\r\nHost: localhost\r\n"
FRAME = b"\x81\x81\0\0\0\0x"  # A masked frame of one byte.
SETTLING = 2

#: The address of the attacker. The tables have another one.
ATTACKER = "127.0.0.2"

#: The limits of production.
LIMITS = {
    "RATE_LIMIT_FACTOR": "1",
    "CAP_FACTOR": "1",
    "CONNECTIONS_PER_ADDRESS": CONNECTIONS,
    "REQUESTS_PER_SECOND": REQUESTS,
}

Target = tuple[int, str, str]  # The port of an nginx, and the attacker's room and cookies.


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(HOST, port, limit=1024, local_addr=(ATTACKER, 0))
    return reader, writer


async def send(port: int, begin: bytes, again: bytes, pause: float, *, reads: bool) -> None:
    """Send ``begin`` and then ``again`` for ever, with a new connection after each that ends."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await opened(port)
            writer.write(begin)
            ended = asyncio.create_task(drained(reader)) if reads else None
            try:
                while not (ended and ended.done()):
                    writer.write(again)
                    await writer.drain()
                    await asyncio.sleep(pause)
            finally:
                writer.close()
        await asyncio.sleep(0.1)


async def drained(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


async def frames(target: Target, again: bytes, pause: float) -> None:
    """Open sockets of a room, and send frames until the site closes the socket."""
    port, path, cookies = target
    upgrade = (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nOrigin: http://{HOST}:{port}\r\n"
        f"Cookie: {cookies}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await send(port, upgrade.encode(), again, pause, reads=True)


CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
SLOW = POST + b"Content-Length: 1000000\r\n\r\n"
HUGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5000 + b"\r\n"

#: For each attack: the number of connections, and what each of them does.
ATTACKS: dict[str, tuple[int, Callable[[Target], Coroutine[Any, Any, None]]]] = {
    "pipelined requests, never read": (25, lambda to: send(to[0], GET * 170, b"", 5, reads=False)),
    "chunks of one byte": (
        6, lambda to: send(to[0], CHUNKED, b"1\r\na\r\n" * 10_000, 0.1, reads=True)),
    "1,000 dripping connections": (
        1000, lambda to: send(to[0], b"GET / HTTP/1.1\r\nX: ", b"x", 5, reads=True)),
    "slow bodies": (300, lambda to: send(to[0], SLOW, b"x", 2, reads=True)),
    "huge headers": (20, lambda to: send(to[0], HUGE, b"", 0.05, reads=True)),
    "flood of requests": (20, lambda to: send(to[0], PAGE, PAGE, 0.2, reads=True)),
    "flood of frames": (20, lambda to: frames(to, FRAME * 1000, 0.05)),
}  # fmt: skip


def attack(name: str, target: Target) -> None:
    """The attacker's process."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    connections, act = ATTACKS[name]

    async def all_at_once() -> None:
        await asyncio.gather(*(act(target) for _ in range(connections)))

    asyncio.run(all_at_once())


@contextlib.contextmanager
def attacking(name: str, target: Target) -> Iterator[None]:
    process = multiprocessing.get_context("spawn").Process(target=attack, args=(name, target))
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


class PlainNginx(Proxy):
    """nginx without a site: it answers each request with a short text."""

    def write(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "nginx.conf").write_text(
            "worker_processes auto; events { worker_connections 8192; } http { access_log off; "
            f"server {{ listen {HOST}:{self.port}; client_body_temp_path {self.folder}; "
            "location / { return 200 plain; } } }"
        )


async def measured(served: Served, chosen: argparse.Namespace) -> None:
    folder = served.folder / "plain"
    folder.mkdir()
    plain = PlainNginx(folder, free_port(), {})
    plain.start()
    try:
        people = [Table(HOST, served.site_port, n, "nine-sets") for n in range(chosen.people)]
        own_table = Table(HOST, served.site_port, chosen.people, "nine-sets")
        await gathered([table.sit_down() for table in (*people, own_table)], at_once=2)
        await gathered([table.listen(range(SEATS)) for table in people], at_once=2)
        stranger = own_table.people[0]
        cookies = "; ".join(f"{name}={value}" for name, value in stranger.cookies.items())
        room = f"/ws/r/{own_table.code}/"
        await round_of(people, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
        print(f"at rest: {_p([await round_of(people, chosen.every, chosen.seconds)])}", flush=True)
        for name in chosen.attacks or ATTACKS:
            rounds: dict[int, list[Round]] = {served.site_port: [], plain.port: []}
            for _ in range(chosen.rounds):
                for port, own in rounds.items():
                    with attacking(name, (port, room, cookies)):
                        await asyncio.sleep(SETTLING)
                        own.append(await round_of(people, chosen.every, chosen.seconds))
                    await asyncio.sleep(SETTLING)
            site, beside = rounds.values()
            ratio = _p99(site) / _p99(beside)
            print(f"{name}: {_p(site)}; beside: {_p(beside)}; p99 x {ratio:.2f}", flush=True)
        for table in people:
            table.close()
    finally:
        plain.kill()


def _answered(rounds: list[Round]) -> list[float]:
    return [seconds for each in rounds for seconds in each.answered]


def _p99(rounds: list[Round]) -> float:
    return percentile(_answered(rounds), 99)


def _p(rounds: list[Round]) -> str:
    figures = (percentile(_answered(rounds), which) for which in (50, 99, 100))
    late = sum(each.late for each in rounds)
    return " / ".join(f"{figure:.0f}" for figure in figures) + f" ms, {late} late"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("attacks", nargs="*", help="the names of some attacks; by default all")
    words.add_argument("--people", type=int, default=4, help="tables of six people")
    words.add_argument("--every", type=float, default=0.5, help="seconds between people's moves")
    words.add_argument("--seconds", type=float, default=15, help="of a round")
    words.add_argument("--rounds", type=int, default=2, help="of each attack and target")
    measure(words, measured, among=["cluster"], extra=LIMITS)


if __name__ == "__main__":
    main()
