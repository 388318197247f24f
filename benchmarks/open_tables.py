"""Measures the list of open tables at 1,000 open rooms and 20,000 private ones.

``python -m benchmarks.open_tables [--rooms N] [--on sqlite]`` measures on SQLite and on PostgreSQL,
each with a new database. It prints the median and the fastest time of a reading, without a filter
and with one, in milliseconds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from datetime import timedelta
from statistics import median
from time import perf_counter

from benchmarks.site import set_up

ROUNDS = 50
PRIVATE = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), help="one of them only")
    parser.add_argument("--here", action="store_true", help="on DATABASE_URL, which must be empty")
    options = parser.parse_args()
    if options.here:
        measure(options.rooms)
        return
    if options.on != "postgresql":
        with tempfile.TemporaryDirectory(prefix="literature-open-") as folder:
            run(f"sqlite:///{folder}/db.sqlite3", options.rooms)
    if options.on != "sqlite":
        from tests.cluster.kit.servers import postgres_server

        with postgres_server() as url:
            run(url, options.rooms)


def run(url: str, rooms: int) -> None:
    """Measure in a new process, because a process can't change its database."""
    command = [sys.executable, "-m", "benchmarks.open_tables", "--here", "--rooms", str(rooms)]
    subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=True)


def measure(rooms: int) -> None:
    """Make the rooms with one to five people each, and measure."""
    set_up()
    from django.core.cache import cache
    from django.db import connection

    from accounts.models import User
    from game import database_time
    from literature.rules.options import PRESETS
    from rooms import open_tables
    from rooms.models import Room, Seat

    people = User.objects.bulk_create(
        User(username=f"guest-{n}", username_skeleton=f"{n}", name=f"P{n}", password="!")
        for n in range(5)
    )
    now = database_time.now()
    made = []
    for number in range(rooms + PRIVATE):
        room = Room(code=f"T{number:05}", host=people[0])
        room.use_preset(list(PRESETS)[number % 4])
        if number < rooms:
            room.open_since, room.free_seats = now - timedelta(seconds=number), 5 - number % 5
        made.append(room)
    Room.objects.bulk_create(made, batch_size=500)
    Seat.objects.bulk_create(
        (
            Seat(room=room, number=seat, user=people[seat], name=people[seat].name, avatar="fox",
                 folded_name=people[seat].name, last_seen=now)
            for number, room in enumerate(made)
            for seat in range(1 + number % 5)
        ),
        batch_size=500,
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(
        f"\n{connection.vendor}: {rooms:,} open rooms, {PRIVATE:,} private ones; median (fastest)"
    )
    for filters in ({}, {"preset": "classic"}, {"seats": "6", "pace": "no-clock"}):
        times = []
        for _ in range(ROUNDS):
            cache.clear()
            began = perf_counter()
            found = open_tables.listed(filters)
            times.append((perf_counter() - began) * 1000)
        print(f"{filters!s:<40} {len(found):>3} tables {median(times):6.1f} ({min(times):.1f}) ms")


if __name__ == "__main__":
    main()
