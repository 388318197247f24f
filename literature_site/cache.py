"""A Redis cache that counts as empty while Redis is away. For a short time after a failure,
requests do not ask Redis.
"""

import logging
import time
from functools import cache
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

#: The pause after a failure. After the pause one request tries Redis again.
AWAY_SECONDS = 2


class ForgivingRedis(Redis):
    """Redis, or nothing while it is away: then a value can be set, but never found. All requests
    of a process notice a failure together.
    """

    away_until = 0.0

    def execute_command(self, *command: object, **options: object) -> object:
        now = time.monotonic()
        if now >= ForgivingRedis.away_until:
            if ForgivingRedis.away_until:
                ForgivingRedis.away_until = now + AWAY_SECONDS
            try:
                answer = super().execute_command(*command, **options)
            except RedisError as error:
                logger.warning("The cache does not answer: %r", error)
                ForgivingRedis.away_until = time.monotonic() + AWAY_SECONDS
            else:
                ForgivingRedis.away_until = 0.0
                return answer
        return True if command[0] == "SET" else None


@cache
def _client(servers: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> RedisCacheClient:
    client = RedisCacheClient(list(servers), **dict(options))
    client._client = ForgivingRedis  # type: ignore[attr-defined]
    return client


class ForgivingRedisCache(RedisCache):
    """Django's cache on Redis. Here the requests of a process share their connections; in Django
    each request opens its own.
    """

    get_many, set_many = BaseCache.get_many, BaseCache.set_many
    delete_many = BaseCache.delete_many

    @property
    def _cache(self) -> RedisCacheClient:
        return _client(tuple(self._servers), tuple(self._options.items()))  # type: ignore[attr-defined]
