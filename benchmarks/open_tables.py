"""Measures the list of open tables at 1,000 open rooms and 20,000 private ones.

``python -m benchmarks.open_tables [--rooms N] [--on sqlite]`` measures on SQLite and on PostgreSQL,
each with a new database. It prints the median and the fastest time of a reading, without a filter
and with one, in milliseconds.
"""

from datetime import timedelta
from statistics import median
from time import perf_counter

from benchmarks.site import measure_on_each, set_up

ROUNDS = 50
PRIVATE = 20_000


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
    measure_on_each(__doc__, "rooms", 1000, measure)
