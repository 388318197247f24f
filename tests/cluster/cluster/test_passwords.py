"""Other users of the machine can reach the servers on the loopback address, but need a password."""

import psycopg
import pytest
import redis

from tests.cluster.kit.servers import postgres_server, redis_server

pytestmark = pytest.mark.slow


def test_redis_needs_a_password():
    with redis_server() as url:
        assert redis.Redis.from_url(url).ping()
        stranger = redis.Redis.from_url("redis://" + url.split("@")[1])
        with pytest.raises(redis.AuthenticationError):
            stranger.ping()


def test_postgresql_needs_a_password():
    with postgres_server() as url:
        psycopg.connect(url).close()
        address = url.split("@")[1]
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(f"postgres://literature@{address}")
