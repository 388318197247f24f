"""A Redis cache that counts as empty while Redis is away. For a short time after a failure,
requests do not ask Redis.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

#: The pause after a failure. After the pause one request tries Redis again.
AWAY_SECONDS = 2


class Away(Exception):
    """Redis does not answer."""


class Client(RedisCacheClient):
    """A Redis client that does not ask Redis again for a while after a failure. All threads share
    it.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._away_until = 0.0

    def _ask(self, question: Callable[..., Any], *args: Any) -> Any:
        now = time.monotonic()
        if now < self._away_until:
            raise Away
        if self._away_until:
            self._away_until = now + AWAY_SECONDS
        try:
            answer = question(*args)
        except RedisError as error:
            logger.warning("The cache does not answer: %r", error)
            self._away_until = time.monotonic() + AWAY_SECONDS
            raise Away from error
        self._away_until = 0.0
        return answer

    def _ask_or(self, otherwise: Any, question: Callable[..., Any], *args: Any) -> Any:
        try:
            return self._ask(question, *args)
        except Away:
            return otherwise

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        return self._ask_or(True, super().add, key, value, timeout)

    def get(self, key: str, default: Any) -> Any:
        return self._ask_or(default, super().get, key, default)

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        self._ask_or(None, super().set, key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> bool:
        return self._ask_or(False, super().touch, key, timeout)

    def delete(self, key: str) -> bool:
        return self._ask_or(False, super().delete, key)

    def get_many(self, keys: Any) -> dict[str, Any]:
        return self._ask_or({}, super().get_many, keys)

    def has_key(self, key: str) -> bool:
        return self._ask_or(False, super().has_key, key)

    def incr(self, key: str, delta: int) -> int:
        try:
            return self._ask(super().incr, key, delta)
        except Away as away:
            raise ValueError(f"Key {key!r} not found.") from away

    def set_many(self, data: dict[str, Any], timeout: int | None) -> None:
        self._ask_or(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> None:
        self._ask_or(None, super().delete_many, keys)

    def clear(self) -> bool:
        return self._ask_or(False, super().clear)


class ForgivingRedisCache(RedisCache):
    """Django's cache on Redis. Here the threads of a process share one client; in Django each
    thread has its own.
    """

    _clients: dict[tuple[str, ...], Client] = {}

    @property
    def _cache(self) -> Client:
        key = tuple(self._servers)
        client = self._clients.get(key)
        if client is None:
            client = self._clients.setdefault(key, Client(self._servers, **self._options))
        return client
