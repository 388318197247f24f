"""Measures the pages of a person's games and statistics among 100,000 games.

``python -m benchmarks.history [--games N] [--on sqlite]`` measures on SQLite and on PostgreSQL,
each with a new database; ``--on`` chooses one of them. It prints the median and the fastest
time in milliseconds, for the queries and for the whole response to a GET. On a busy machine the
fastest time is more reliable. It measures an ordinary person, and the worst case: a person who
played all these games.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from benchmarks.site import measure_on_each, set_up

ROUNDS = 15
LIMIT_MS = 50


def measure(games: int) -> None:
    """Make the games, and then measure each case."""
    set_up()
    from django.db import connection

    from benchmarks.many_games import build
    from finished.history.statistics import statistics_of

    started = perf_counter()
    cast = build(games)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # In production PostgreSQL analyzes its tables itself, but only after some time. SQLite
            # never does it by itself.
            cursor.execute("ANALYZE")
    took = perf_counter() - started
    print(f"\n{connection.vendor}: {games:,} games, built in {took:.0f} s; ms, median (fastest)")
    print(f"{'':<52} {'the query':>14} {'the page':>16}")
    for title, user, query in cases(cast):
        show(title, timed_list(user, query), timed_page(user, "/history/", query))
    for title, user in (("all games", cast.tireless), ("1 % of them", cast.usual)):
        counted = timed(lambda user=user: statistics_of(user))
        page = timed_page(user, "/history/statistics/", {})
        show(f"statistics of who played {title}", counted, page)


def cases(cast):  # type: ignore[no-untyped-def]
    """Yield the cases: a label, the person, and the filters of each."""
    from game.models import PlayerResult

    mine = PlayerResult.objects.filter(user=cast.tireless)

    def key(part: PlayerResult) -> str:
        return f"{int(part.ended_at.timestamp() * 1e6)}-{part.pk}"

    middle = key(mine.order_by("ended_at")[mine.count() // 2])
    oldest = key(mine.order_by("ended_at")[10])
    every = cast.tireless
    yield "1 % of all games", cast.usual, {}
    yield "1 %, with somebody never met", cast.usual, {"person": cast.rare.pk}
    yield "every game", every, {}
    yield "every game, the page in the middle", every, {"before": middle}
    yield "every game, the last page", every, {"before": oldest}
    yield "every game, from the middle to newer", every, {"after": middle}
    yield "every game, with whom it was every other", every, {"person": cast.frequent.pk}
    yield "every game, with whom it was 9", every, {"person": cast.rare.pk}
    yield "every game, won", every, {"result": "won"}
    yield "every game, drawn, which 5 are", every, {"result": "drawn"}
    yield "every game, by rules of which there are 10", every, {"preset": "strict"}
    yield "every game, in a room that saw 20", every, {"room": "RAREST"}
    yield (
        "every game, of a day in the middle",
        every,
        {"since": "2023-06-01", "until": "2023-06-01"},
    )
    yield (
        "every game, with whom it was 9, and drawn",
        every,
        {"person": cast.rare.pk, "result": "drawn"},
    )
    yield (
        "every game, with whom it was every other, drawn",
        every,
        {
            "person": cast.frequent.pk,
            "result": "drawn",
        },
    )
    yield (
        "every game, in a room, by rules, won",
        every,
        {
            "room": "R00007",
            "preset": "classic",
            "result": "won",
        },
    )
    yield (
        "every game, drawn, by rules never played so",
        every,
        {
            "result": "left",
            "preset": "classic",
        },
    )


def timed_list(user, query):  # type: ignore[no-untyped-def]
    """Measure the only query of the list, with all its rows. Return the milliseconds of
    each round.
    """
    from django.http import QueryDict

    from finished.history.forms import FilterForm
    from finished.history.games import games_of

    asked = QueryDict(urlencode(query))
    filters = FilterForm(asked, user).filters

    return timed(lambda: games_of(user, filters, asked))


def timed_page(user, path, query):  # type: ignore[no-untyped-def]
    """Measure the response to a GET request. Return the milliseconds of each round."""
    from django.test import Client

    client = Client()
    client.force_login(user)

    def get() -> None:
        assert client.get(f"{path}?{urlencode(query)}").status_code == 200

    return timed(get)


def timed(work: Callable[[], None]) -> list[float]:
    """Return the milliseconds of each round, without the first round, which is a warm-up."""
    took = []
    for _ in range(ROUNDS + 1):
        begun = perf_counter()
        work()
        took.append((perf_counter() - begun) * 1000)
    return took[1:]


def show(title: str, queries: list[float], pages: list[float]) -> None:
    """Print one line. A case over the limit gets a mark."""
    mark = " " if median(pages) < LIMIT_MS else "!"
    print(
        f"{title:<52} {median(queries):>6.1f} ({min(queries):>5.1f})"
        f" {median(pages):>8.1f} ({min(pages):>5.1f}){mark}",
        flush=True,
    )


if __name__ == "__main__":
    measure_on_each(__doc__, "games", 100_000, measure)
