"""``/healthz`` and ``/readyz``: whether this process is alive, and whether its database and Redis
work.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.asyncio import Redis

from game import database_time
from game.live.threads import in_thread
from game.models import SchedulerHeartbeat

logger = logging.getLogger(__name__)

DATABASE_SECONDS = 2
REDIS_SECONDS = 0.5

#: A scheduler writes its heartbeat every second. If the heartbeat is older than this, bots do not
#: move.
OLDEST_HEARTBEAT = timedelta(seconds=10)

WELL = "ok"

#: Set while this process stops: it still answers, but should not get new requests.
leaving = threading.Event()

# A hanging database blocks only these threads.
_asking = ThreadPoolExecutor(max_workers=2, thread_name_prefix="health")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process is alive, whatever the state of other parts."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
async def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if people can play through this process now, otherwise 503. The body has the state
    of each part.
    """
    database, redis = await asyncio.gather(
        _within(DATABASE_SECONDS, in_thread(_asking, _heartbeat_age)),
        _within(REDIS_SECONDS, _ping_redis()),
    )
    parts = {
        "server": "is leaving" if leaving.is_set() else WELL,
        "database": WELL if not isinstance(database, Exception) else "does not answer",
        "redis": WELL if not isinstance(redis, Exception) else "does not answer",
        "clock": _scheduler(database),
    }
    well = all(part == WELL for part in parts.values())
    answer = JsonResponse(parts, status=200 if well else 503)
    answer._has_been_logged = (
        # Keeps Django from logging an error for each request; the reasons are logged elsewhere.
        True
    )
    return answer


async def _within(seconds: float, asked: Awaitable[object]) -> object:
    """The result if it comes in time, otherwise the exception."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except Exception as error:
        logger.warning("Not ready: %r", error)
        return error


def _heartbeat_age() -> timedelta | None:
    """The age of the latest heartbeat of any scheduler; None if there was none."""
    found = SchedulerHeartbeat.objects.values_list("at", database_time.told()).first()
    return found and found[1] - found[0]


async def _ping_redis() -> None:
    if settings.REDIS_URL:
        async with Redis.from_url(settings.REDIS_URL) as redis:
            await redis.ping()


def _scheduler(age: object) -> str:
    if isinstance(age, Exception):
        return "not known"
    if isinstance(age, timedelta) and abs(age) <= OLDEST_HEARTBEAT:
        return WELL
    return "has no heartbeat"
