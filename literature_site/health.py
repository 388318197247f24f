"""The pages ``/healthz`` and ``/readyz``. They show whether this process is alive, and whether its
database, its Redis and a scheduler work.
"""

import asyncio
import logging
from collections.abc import Awaitable
from datetime import timedelta
from threading import Event

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.asyncio import Redis

from game import database_time
from game.models import SchedulerHeartbeat
from live import threads

logger = logging.getLogger(__name__)

DATABASE_SECONDS = 2
REDIS_SECONDS = 0.5

#: A scheduler writes its heartbeat every second. If the latest heartbeat is older than this, no
#: scheduler runs and bots do not move.
OLDEST_HEARTBEAT = timedelta(seconds=10)

WELL = "ok"

#: Set while this process stops. It still answers requests, but a load balancer should not send new
#: ones.
leaving = Event()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process is alive. The state of the database and of Redis does not matter
    here.
    """
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
async def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if people can play through this process now, otherwise 503. The body lists the
    state of each part.
    """
    database, redis = await asyncio.gather(
        _within(DATABASE_SECONDS, threads.rooms.run(heartbeat_age)),
        _within(REDIS_SECONDS, _ping_redis()),
    )
    parts = dict.fromkeys(("server", "database", "redis", "clock"), WELL)
    if leaving.is_set():
        parts["server"] = "is leaving"
    if isinstance(redis, Exception):
        parts["redis"] = "does not answer"
    if isinstance(database, Exception):
        parts |= {"database": "does not answer", "clock": "not known"}
    elif not (isinstance(database, timedelta) and abs(database) <= OLDEST_HEARTBEAT):
        parts["clock"] = "has no heartbeat"
    well = all(part == WELL for part in parts.values())
    return JsonResponse(parts, status=200 if well else 503)


async def _within(seconds: float, asked: Awaitable[object]) -> object:
    """Return the result of ``asked`` if it comes in time, otherwise the exception."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except Exception as error:
        logger.warning("Not ready: %r", error)
        return error


def heartbeat_age() -> timedelta | None:
    """Return the age of the latest heartbeat of any scheduler; None if there was none."""
    found = SchedulerHeartbeat.objects.values_list("at", database_time.expression()).first()
    return found and found[1] - found[0]


async def _ping_redis() -> None:
    if settings.REDIS_URL:
        async with Redis.from_url(settings.REDIS_URL) as redis:
            await redis.execute_command("PING")
