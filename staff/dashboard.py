"""The figures on the start page of the staff pages."""

from datetime import timedelta

from django.db.models import Model, QuerySet
from django.db.models.functions import Now
from prometheus_client import Histogram

from accounts import measures, metrics
from accounts.models import Word
from game import database_time
from game.models import Game, Import, IntegrityCheck, SchedulerHeartbeat
from rooms.models import Report, Room, RoomSpectator, Seat

#: Counts end here, so this number on the page means "this many or more".
MOST_COUNTED = 1000
DAY = timedelta(days=1)
#: Unfinished games and refused records are counted for this time.
LATELY = 14 * DAY
#: If a move by a bot or by the turn clock is overdue since this time, the game is stuck.
STUCK_BEFORE = Now() - timedelta(minutes=1)
#: A scheduler writes its heartbeat every second. If the latest heartbeat is older than this, no
#: scheduler runs.
SCHEDULER_IS_LATE = timedelta(seconds=10)
#: Whatever takes longer than this is slow. The metrics have a bucket that ends here.
SLOW_SECONDS = 0.5


def read() -> dict[str, object]:
    """Read all figures. Counts are at most ``MOST_COUNTED``. The speeds are of this process."""
    now = database_time.now()
    here = Seat.objects.filter(user__isnull=False, away=False)
    played_here = Game.objects.filter(source__isnull=True)
    running = Game.objects.filter(status=Game.Status.RUNNING)
    unfinished = played_here.filter(status=Game.Status.ABANDONED, started_at__gte=now - LATELY)
    refused = Import.objects.exclude(code="").filter(at__gte=now - LATELY)
    heartbeat = SchedulerHeartbeat.objects.values_list("at", flat=True).first()
    return {
        "people_here": _count(here.values("user_id").distinct()),
        "spectators_here": _count(RoomSpectator.objects.all()),
        "rooms_with_people": _count(here.values("room_id").distinct()),
        "games_on": _count(running),
        "games_left": _count(running.filter(started_at__lt=now - DAY)),
        "games_today": _count(played_here.filter(started_at__gte=now - DAY)),
        "rooms_today": _count(Room.objects.filter(created_at__gte=now - DAY)),
        "games_stuck": _count(Game.objects.filter(due_at__lt=STUCK_BEFORE)),
        "abandoned": _count(unfinished),
        "failed_checks": _count(IntegrityCheck.objects.filter(agrees=False)),
        "open_reports": _count(Report.objects.filter(closed_at=None)),
        "appeals": _count(measures.unanswered()),
        "refused_records": _count(refused),
        "has_words": Word.objects.exists(),
        "last_heartbeat": heartbeat,
        "scheduler_is_late": heartbeat is None or now - heartbeat > SCHEDULER_IS_LATE,
        "moves": _speed(metrics.MOVES),
        "updates": _speed(metrics.BROADCASTS),
        "requests": _speed(metrics.REQUESTS),
    }


def _count(rows: QuerySet[Model, object]) -> int:
    return rows.order_by()[:MOST_COUNTED].count()


def _speed(histogram: Histogram) -> dict[str, int]:
    """Return how often something was done since the process began, and how often it was slow."""
    upto = {"+Inf": 0, str(SLOW_SECONDS): 0}
    for metric in histogram.collect():
        for sample in metric.samples:
            if sample.name.endswith("_bucket") and sample.labels["le"] in upto:
                upto[sample.labels["le"]] += int(sample.value)
    return {"times": upto["+Inf"], "slow": upto["+Inf"] - upto[str(SLOW_SECONDS)]}
