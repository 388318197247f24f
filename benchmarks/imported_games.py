"""Measures some pages of a site with a thousand imported games of bots, with every preset.

``python -m benchmarks.imported_games [--games N] [--on sqlite]`` uses new databases. For each page
it prints the median and the longest time of several GET requests in milliseconds, and the number of
queries.
"""

import os
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.site import measure_on_each, set_up

ROUNDS = 9


def measure(games: int) -> None:
    """Play and import the games, and then load the pages."""
    set_up()
    from django.core.management import call_command

    from accounts.models import User
    from benchmarks.many_games import build
    from game.models import Game

    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        begun = perf_counter()
        call_command("selfplay", games=games, preset="all", out=Path(folder), stdout=nowhere)
        played = perf_counter()
        records = sorted(map(str, Path(folder).iterdir()))
        call_command("import_game", *records, stdout=nowhere)
        imported = perf_counter()
    print(
        f"{len(records):,} games: played in {played - begun:.0f} s,"
        f" imported in {imported - played:.0f} s; median (slowest) ms, queries"
    )
    cast = build(200)
    boss = User.objects.create_superuser("boss", password="not-to-be-signed-in-with")
    longest = Game.objects.filter(source__isnull=False).order_by("-version")[0]
    middle = longest.version // 2
    for user, path in [
        (cast.tireless, "/history/"),
        (cast.tireless, f"/history/?person={cast.frequent.pk}&result=won"),
        (cast.tireless, "/history/statistics/"),
        (boss, f"/games/{longest.pk}/"),
        (boss, f"/games/{longest.pk}/?move={middle}"),
        (boss, f"/games/{longest.pk}/record.json"),
        (boss, "/admin/"),
        (boss, "/admin/game/game/"),
        (boss, "/admin/game/game/?q=Person+7"),
        (boss, f"/admin/game/game/{longest.pk}/change/"),
    ]:
        show(user, path, longest.pk)


def show(user, path, game_id):  # type: ignore[no-untyped-def]
    """Measure a page, and print one line."""
    from django.db import connection
    from django.test import Client

    client = Client()
    client.force_login(user)
    took, queries = [], []

    def counted(execute, sql, *rest):  # type: ignore[no-untyped-def]
        queries.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(counted):
        status = client.get(path, follow=True).status_code
    for _ in range(ROUNDS):
        begun = perf_counter()
        client.get(path, follow=True)
        took.append((perf_counter() - begun) * 1000)
    name = path.replace(game_id, "ID")
    print(f"{name:<44} {status} {median(took):>7.1f} ({max(took):>6.1f}) {len(queries):>4}")


if __name__ == "__main__":
    measure_on_each(__doc__, "games", 1000, measure)
