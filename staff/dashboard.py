"""The figures of the first staff page, read in a few bounded queries."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from game import database_time
from game.models import Game, Import, IntegrityCheck, Player, SchedulerHeartbeat
from rooms.models import Room, RoomSpectator, Seat
from staff.models import SlowRequest

DAYS = 14
#: Counts stop here: "1000+" tells enough.
MOST_COUNTED = 1000
#: The number of latest games for the figure about bots: the share of their seats.
LATEST_GAMES = 500
#: A running game of this age was probably left by everybody.
LEFT_LONG_AGO = timedelta(days=1)
#: A game that has been due for this long counts as stuck.
STUCK = timedelta(minutes=1)
#: A scheduler writes its heartbeat every second. An older heartbeat means that none is running.
CLOCK_IS_LATE = timedelta(seconds=10)

#: How long figures are cached. Those of past days do not change; today's figure may be this old.
DAYS_KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Day:
    """A day, with the numbers of games and rooms that began on it."""

    day: date
    games: int
    rooms: int


@dataclass(frozen=True, slots=True)
class SlowRoute:
    """A URL pattern with slow requests in the last day: their number, and the slowest in
    milliseconds.
    """

    route: str
    times: int
    worst: int


@dataclass(frozen=True, slots=True)
class Dashboard:
    """All figures of the page. Counts are at most ``MOST_COUNTED``."""

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
    clock_is_late: bool
    days: list[Day]
    slow: list[SlowRoute]


def read() -> Dashboard:
    """The present figures."""
    now = database_time.now()
    here = Seat.objects.filter(user__isnull=False, away=False)
    running = Game.objects.filter(status=Game.Status.RUNNING)
    heartbeat = SchedulerHeartbeat.objects.values_list("at", flat=True).first()
    lately = now - timedelta(days=DAYS)
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
        clock_is_late=heartbeat is None or now - heartbeat > CLOCK_IS_LATE,
        days=cache.get_or_set("staff.days", _days, DAYS_KEPT_SECONDS) or [],
        slow=_slow_routes(now - timedelta(days=1)),
    )


def stuck_games() -> QuerySet[Game]:
    """The running games whose bot or turn clock is long overdue."""
    return Game.objects.filter(due_at__lt=database_time.now() - STUCK)


def bars(days: list[Day]) -> list[tuple[Day, int, int]]:
    """The days with new games or rooms. The lengths of their bars are in percent of the longest
    bar.
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
    """The share of seats with bots in the latest games that were played here, in percent."""
    latest = Game.objects.filter(source__isnull=True).order_by("-started_at", "-pk")
    ids = list(latest.values_list("pk", flat=True)[:LATEST_GAMES])
    seats = Player.objects.filter(game__in=ids).aggregate(
        all=Count("pk"), bots=Count("pk", filter=~Q(bot=""))
    )
    return round(100 * seats["bots"] / seats["all"]) if seats["all"] else None


def _days() -> list[Day]:
    """The latest days, today first, with their numbers (UTC)."""
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    starts = [today - timedelta(days=back) for back in range(DAYS)]
    games = _by_day(Game.objects.filter(source__isnull=True), "started_at", starts)
    rooms = _by_day(Room.objects.all(), "created_at", starts)
    return [
        Day(start.date(), game, room)
        for start, game, room in zip(starts, games, rooms, strict=True)
    ]


def _by_day(rows: QuerySet[Any], column: str, starts: list[datetime]) -> list[int]:
    """The number of rows on each day, in one query. The database compares the dates."""
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


def _slow_routes(since: datetime) -> list[SlowRoute]:
    """The URL patterns with the most slow requests. There are never many rows."""
    times: dict[str, list[int]] = defaultdict(list)
    slow = SlowRequest.objects.filter(at__gte=since).order_by()
    for route, milliseconds in slow.values_list("route", "milliseconds"):
        times[route].append(milliseconds)
    routes = [SlowRoute(route, len(each), max(each)) for route, each in times.items()]
    return sorted(routes, key=lambda route: -route.times)[:10]
