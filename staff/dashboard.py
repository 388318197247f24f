"""The figures on the start page of the staff pages."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from prometheus_client import Histogram

from accounts import metrics
from game import database_time
from game.models import Game, Import, IntegrityCheck, Player, SchedulerHeartbeat
from rooms.models import Room, RoomSpectator, Seat

DAYS = 14
#: Counts end here, so this number on the page means "this many or more".
MOST_COUNTED = 1000
#: The share of bots is computed from this number of latest games.
LATEST_GAMES = 500
#: If a running game is older than this, probably everybody has left it.
LEFT_LONG_AGO = timedelta(days=1)
#: If a move by a bot or by the turn clock is overdue by more than this, the game is stuck.
STUCK = timedelta(minutes=1)
#: A scheduler writes its heartbeat every second. If the latest heartbeat is older than this, no
#: scheduler runs.
SCHEDULER_IS_LATE = timedelta(seconds=10)

#: Whatever takes longer than this is slow. The metrics have a bucket that ends here.
SLOW_SECONDS = 0.5
#: The page shows at most this many URL patterns with slow requests.
MOST_ROUTES = 10

#: The numbers of each day are cached for this time. Only today's numbers can change meanwhile.
DAYS_CACHE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Day:
    """A day, and how many games and rooms began on it."""

    day: date
    games: int
    rooms: int


@dataclass(frozen=True, slots=True)
class Speed:
    """How often something was done since the process began, and how often this was slow."""

    times: int
    slow: int


@dataclass(frozen=True, slots=True)
class Dashboard:
    """All figures of the page. Counts are at most ``MOST_COUNTED``, except those in ``days``.

    ``moves``, ``updates``, ``requests`` and ``slow_routes`` are from the metrics of this process.
    """

    people_here: int
    spectators_here: int
    rooms_with_people: int
    games_on: int
    games_left: int
    games_stuck: int
    abandoned: int
    bots_percent: int | None
    failed_checks: int
    refused_records: int
    last_heartbeat: datetime | None
    scheduler_is_late: bool
    days: list[Day]
    moves: Speed
    updates: Speed
    requests: Speed
    slow_routes: list[tuple[str, Speed]]


def read() -> Dashboard:
    """Read all figures."""
    now = database_time.now()
    here = Seat.objects.filter(user__isnull=False, away=False)
    running = Game.objects.filter(status=Game.Status.RUNNING)
    heartbeat = SchedulerHeartbeat.objects.values_list("at", flat=True).first()
    lately = now - timedelta(days=DAYS)
    routes = _speeds(metrics.REQUESTS, "route")
    return Dashboard(
        people_here=_count(here.values("user_id").distinct()),
        spectators_here=_count(RoomSpectator.objects.all()),
        rooms_with_people=_count(here.values("room_id").distinct()),
        games_on=_count(running),
        games_left=_count(running.filter(started_at__lt=now - LEFT_LONG_AGO)),
        games_stuck=_count(stuck_games()),
        abandoned=_count(
            Game.objects.filter(
                status=Game.Status.ABANDONED, source__isnull=True, started_at__gte=lately
            )
        ),
        bots_percent=_bots_percent(),
        failed_checks=_count(IntegrityCheck.objects.filter(agrees=False)),
        refused_records=_count(Import.objects.exclude(code="").filter(at__gte=lately)),
        last_heartbeat=heartbeat,
        scheduler_is_late=heartbeat is None or now - heartbeat > SCHEDULER_IS_LATE,
        days=cache.get_or_set("staff.days", _days, DAYS_CACHE_SECONDS) or [],
        moves=_total(_speeds(metrics.MOVES)),
        updates=_total(_speeds(metrics.BROADCASTS)),
        requests=_total(routes),
        slow_routes=_slowest(routes),
    )


def stuck_games() -> QuerySet[Game]:
    """Return the running games in which a move by a bot or by the turn clock is long overdue."""
    return Game.objects.filter(due_at__lt=database_time.now() - STUCK)


def bars(days: list[Day]) -> list[tuple[Day, int, int]]:
    """Return the days on which games or rooms began, with the lengths of their two bars. A length
    is in percent of the longest bar of its kind.
    """
    games = max((day.games for day in days), default=0) or 1
    rooms = max((day.rooms for day in days), default=0) or 1
    return [
        (day, 100 * day.games // games, 100 * day.rooms // rooms)
        for day in days
        if day.games or day.rooms
    ]


def _count(rows: QuerySet[Any]) -> int:
    return rows.order_by()[:MOST_COUNTED].count()


def _bots_percent() -> int | None:
    """Return the share of bots among the seats of the latest games, in percent. Imported games do
    not count.
    """
    latest = Game.objects.filter(source__isnull=True).order_by("-started_at", "-pk")
    ids = list(latest.values_list("pk", flat=True)[:LATEST_GAMES])
    seats = Player.objects.filter(game__in=ids).aggregate(
        all=Count("pk"), bots=Count("pk", filter=~Q(bot=""))
    )
    return round(100 * seats["bots"] / seats["all"]) if seats["all"] else None


def _days() -> list[Day]:
    """Return the latest days with their numbers, today first. Days are in UTC."""
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    starts = [today - timedelta(days=back) for back in range(DAYS)]
    games = _by_day(Game.objects.filter(source__isnull=True), "started_at", starts)
    rooms = _by_day(Room.objects.all(), "created_at", starts)
    return [
        Day(start.date(), game, room)
        for start, game, room in zip(starts, games, rooms, strict=True)
    ]


def _by_day(rows: QuerySet[Any], column: str, starts: list[datetime]) -> list[int]:
    """Count the rows of each day, in one query."""
    counts = {
        f"day{at}": Count(
            "pk",
            filter=Q(
                **{f"{column}__gte": start, f"{column}__lt": start + timedelta(days=1)},
            ),
        )
        for at, start in enumerate(starts)
    }
    found = rows.filter(**{f"{column}__gte": min(starts)}).order_by().aggregate(**counts)
    return [found[f"day{at}"] for at in range(len(starts))]


def _speeds(histogram: Histogram, label: str = "") -> dict[str, Speed]:
    """Return the speed for each value of the label."""
    samples = [sample for metric in histogram.collect() for sample in metric.samples]
    upto: dict[str, Counter[str]] = defaultdict(Counter)
    for sample in samples:
        if sample.name.endswith("_bucket"):
            upto[sample.labels.get(label, "")][sample.labels["le"]] += int(sample.value)
    return {
        value: Speed(counts["+Inf"], counts["+Inf"] - counts[str(SLOW_SECONDS)])
        for value, counts in upto.items()
    }


def _total(speeds: dict[str, Speed]) -> Speed:
    return Speed(
        sum(each.times for each in speeds.values()), sum(each.slow for each in speeds.values())
    )


def _slowest(routes: dict[str, Speed]) -> list[tuple[str, Speed]]:
    """Return the URL patterns with the most slow requests."""
    slow = [(route, speed) for route, speed in routes.items() if speed.slow]
    return sorted(slow, key=lambda each: -each[1].slow)[:MOST_ROUTES]
