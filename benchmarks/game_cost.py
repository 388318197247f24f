"""Measures the cost of a game on each database: ``python -m benchmarks.game_cost``. The figures are
for docs/scaling.md.

It plays games of six people by the default rules, both directly through ``game.play`` and by POST
requests through all of Django, and reads the games as a room's hub does. For comparison it measures
bare commits ("the floor"). It also measures disk space, heartbeats, bots and Redis. For each
database the measurements run one after another in a new process. Each commit waits for the disk.
The command never fails because of a figure. ``benchmarks.load`` measures many tables at once.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any
from unittest import mock

from cluster.ports import free_port
from cluster.postgres import Postgres
from cluster.redis import Redis

GAMES = 6
STORED = 300
PRESENT = 600
COMMITS = 1000
TOGETHER = 8
TABLES = [
    "game_game",
    "game_player",
    "game_hand",
    "game_move",
    "game_playerresult",
    "game_companion",
]


def main() -> None:
    """Print the figures of both databases, each measured in a new process, and of Redis."""
    if sys.argv[1:] == ["--here"]:
        print(json.dumps(measured()))
        return
    with tempfile.TemporaryDirectory(prefix="literature-costs-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        sqlite = in_process(f"sqlite:///{folder}/db.sqlite3")
        with running(Postgres(folder, free_port(), durable=True)) as postgres:
            postgresql = in_process(postgres.url)
        with running(Redis(folder, free_port())) as redis:
            rings = publishes(redis)
    print(f"{GAMES} games, {sqlite['moves']:,} moves; medians unless it says otherwise")
    print(f"| {'what':60} | {'SQLite':>10} | {'PostgreSQL':>10} |")
    print(f"| {'-' * 60} | {'-' * 9}: | {'-' * 9}: |")
    for what, value in sqlite.items():
        print(f"| {what:60} | {shown(value):>10} | {shown(postgresql[what]):>10} |")
    print(f"Redis: {rings:,.0f} PUBLISH a second, by 20 clients (redis-benchmark)")


def in_process(url: str) -> dict[str, float]:
    """Measure a database in a new process. Return the figures."""
    environment = {
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "SECRET_KEY": "s",
        "RATE_LIMIT_FACTOR": "1e6",
        "CAP_FACTOR": "1e6",
    }
    words = [sys.executable, "-m", "benchmarks.game_cost", "--here"]
    done = subprocess.run(words, env=os.environ | environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.splitlines()[-1])


@contextmanager
def running(server: Any) -> Iterator[Any]:
    """Run a server, PostgreSQL or Redis, while the block runs."""
    server.start()
    try:
        yield server
    finally:
        server.kill()
        if isinstance(server, Postgres):
            server.remove()


def publishes(redis: Redis) -> float:
    """Return the number of messages per second that this Redis accepts from 20 clients."""
    words = ["redis-benchmark", "-p", str(redis.port), "-a", redis.password]
    words += ["-c", "20", "-n", "100000", "--csv"]
    said = subprocess.run(
        [*words, "PUBLISH", "room", "x" * 60], capture_output=True, text=True, check=True
    )
    return float(said.stdout.splitlines()[-1].split(",")[1].strip('"'))


def shown(value: float) -> str:
    if not value:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


class Timer:
    """Collects durations in milliseconds: elapsed time, and processor time of this process."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []

    @contextmanager
    def time(self) -> Iterator[None]:
        wall, cpu = perf_counter(), process_time()
        yield
        self.wall.append((perf_counter() - wall) * 1000)
        self.cpu.append((process_time() - cpu) * 1000)

    @property
    def cpu_each(self) -> float:
        """The average processor time in milliseconds. Only an average is useful, because
        ``process_time`` is too coarse for a single call.
        """
        return sum(self.cpu) / len(self.cpu)


def measured() -> dict[str, float]:
    """Return all figures for the database in the settings."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    floor, together = commits_a_second(1), commits_a_second(TOGETHER)
    wal = written()
    acts, reads, alone, posts, thoughts = Timer(), Timer(), Timer(), Timer(), Timer()
    moves = played(acts, reads, alone, posts, thoughts)
    wal = (written() - wal) / moves
    with connection.cursor() as cursor:
        rows = {}
        for table in TABLES:
            cursor.execute(f"SELECT count(*) FROM {table}")
            rows[table] = cursor.fetchone()[0]
    return {
        "moves": moves,
        "moves of a game": moves / GAMES,
        "rows of a game": sum(rows.values()) / GAMES,
        "kilobytes that a finished game takes, indexes included": stored_bytes() / 1000,
        "kilobytes written ahead for a move (PostgreSQL counts them)": wal / 1000,
        "bare commits a second, one after the other": floor,
        f"bare commits a second, {TOGETHER} at a time": together,
        "a move through play.act, ms": median(acts.wall),
        "of that processor time here, ms on average": acts.cpu_each,
        "a move by POST through all of Django, ms": median(posts.wall),
        "of that processor time here, ms on average ": posts.cpu_each,
        "a hub's reading and six renderings, ms": median(reads.wall),
        "of that processor time here, ms on average  ": reads.cpu_each,
        "the same for one of them, processor ms on average": alone.cpu_each,
        f"{PRESENT} people noted as present at a heartbeat, ms": median(heartbeats()),
        "a bot's thought (medium), processor ms on average": thoughts.cpu_each,
    }


def commits_a_second(threads: int) -> float:
    """Measure the floor: updates of one row per transaction. Return the number of commits per
    second.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS floor")
        cursor.execute("CREATE TABLE floor (id integer PRIMARY KEY, n integer NOT NULL)")
        for number in range(threads):
            cursor.execute("INSERT INTO floor VALUES (%s, 0)", [number])

    def update(number: int) -> None:
        with connection.cursor() as cursor:
            for _ in range(COMMITS // threads):
                cursor.execute("UPDATE floor SET n = n + 1 WHERE id = %s", [number])
        connection.close()

    with ThreadPoolExecutor(threads) as pool:
        start = perf_counter()
        list(pool.map(update, range(threads)))
        return COMMITS / (perf_counter() - start)


def stored_bytes() -> float:
    """Return the average disk space of a game, in bytes. It is measured over many games, because
    the database allocates whole pages.
    """
    from game import records
    from game.models import Game
    from literature import selfplay
    from literature.rules.options import PRESETS

    before = sizes()
    for number in range(STORED):
        seed = selfplay.seed_of(2, number)
        played = selfplay.play(PRESETS["nine-sets"], seed, ("medium", "medium"))
        data = selfplay.record(played, ("medium", "medium"))
        records.store(records.checked(data), data)
    # Delete the stored records, because games that are played on the site have none.
    Game.objects.filter(source__isnull=False).update(source=None)
    return (sizes() - before) / STORED


def sizes() -> int:
    """Return the bytes of TABLES after a vacuum; on SQLite, of the whole database."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(connection.settings_dict["NAME"]).stat().st_size
        cursor.execute("VACUUM FULL")
        names = ", ".join(f"('{table}')" for table in TABLES)
        cursor.execute(
            f"SELECT sum(pg_total_relation_size(t::regclass)) FROM (VALUES {names}) x(t)"
        )
        return int(cursor.fetchone()[0])


def written() -> int:
    """Return the bytes that PostgreSQL has written to its write-ahead log so far; 0 on SQLite."""
    from django.db import connection

    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])


def played(acts: Timer, reads: Timer, alone: Timer, posts: Timer, thoughts: Timer) -> int:
    """Play games of six people in one room, every second game by POST. Return the number of
    moves.
    """
    from game import play
    from literature import selfplay
    from literature.rules.moves import move_of
    from literature.rules.options import PRESETS
    from rooms.actions import lobby, playing
    from rooms.live.rendering import read_updates
    from rooms.models import Room
    from tests.kit import move_fields, people, signed_in

    users = people(6)
    browsers = [signed_in(user, SERVER_NAME="localhost") for user in users]
    code, rules, moves = lobby.open_room(users[0], "nine-sets"), PRESETS["nine-sets"], 0
    for user in users[1:]:
        lobby.join(code, user)
    for number in range(GAMES):
        memory = another = None
        seed = selfplay.seed_of(1, number)
        with thoughts.time():
            plan = selfplay.play(rules, seed, ("medium", "medium"))
        thoughts.cpu[-1] /= len(plan.log)
        with as_planned(seed, plan.dealer):
            game_id = playing.start(code, users[0])
        for event in plan.log:
            move, name = move_of(event), f"{number} {event.number}"
            if number % 2:
                with acts.time():
                    request = play.Request(users[event.seat].pk, name)
                    play.act(game_id, move, version=event.number, request=request)
            else:
                word, fields = move_fields(move, rules)
                fields |= {"version": event.number, "request_id": name}
                with posts.time():
                    answer = browsers[event.seat].post(
                        f"/r/{code}/{word}/", fields, headers={"HX-Request": "true", "X-Live": "1"}
                    )
                assert answer.status_code == 200, answer.content
            version = Room.objects.values_list("version", flat=True).get(code=code)
            wanted = {(user.pk, False, (version, event.number)) for user in users}
            with reads.time():
                memory, _texts = read_updates(code, wanted, memory)
            with alone.time():
                another, _texts = read_updates(code, {min(wanted)}, another)
        moves += len(plan.log)
        playing.again(code, users[0])
    return moves


def heartbeats() -> list[float]:
    """Return how many milliseconds one process needs to store the presence of its people, as every
    second heartbeat does. The work is measured several times.
    """
    from accounts.models import User
    from rooms.live import presence
    from rooms.models import Room, Seat

    users = User.objects.bulk_create(
        User(
            username=f"here-{number}",
            username_skeleton=f"here-{number}",
            name="Here",
            is_guest=True,
            password="!",
        )
        for number in range(PRESENT)
    )
    rooms = Room.objects.bulk_create(
        Room(preset="classic", options={}) for _ in range(PRESENT // 6)
    )
    seats = Seat.objects.bulk_create(
        Seat(
            room=rooms[number // 6], number=number % 6, user=user, name="Here", avatar="fox",
            folded_name=str(number),
        )
        for number, user in enumerate(users)
    )  # fmt: skip
    timer = Timer()
    for _ in range(9):
        Seat.objects.update(last_seen=None)  # A young presence would not be stored.
        with timer.time():
            presence.renew_presence([seat.pk for seat in seats])
    return timer.wall


@contextmanager
def as_planned(seed: bytes, dealer: int) -> Iterator[None]:
    """Make the next game have this seed and this dealer."""
    from game.play import dealing
    from rooms.actions import playing

    drawn: Callable[[int], bytes] = lambda size: seed  # noqa: E731
    with (
        mock.patch.object(dealing, "secrets", SimpleNamespace(token_bytes=drawn)),
        mock.patch.object(playing, "secrets", SimpleNamespace(randbelow=lambda most: dealer)),
    ):
        yield


if __name__ == "__main__":
    main()
