"""Runs database servers for tests. Each has its own port."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cluster.ports import free_port
from cluster.postgres import Postgres
from cluster.redis import Redis


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a new PostgreSQL server. Yield its DATABASE_URL."""
    with tempfile.TemporaryDirectory(prefix="literature-postgres-") as folder:
        server = Postgres(Path(folder), free_port(), durable=False)
        try:
            server.start()
            yield server.url
        finally:
            server.kill()
            server.remove()


@contextmanager
def redis_server() -> Iterator[str]:
    """Run a new Redis server, which stores nothing on disk. Yield its REDIS_URL."""
    with tempfile.TemporaryDirectory(prefix="literature-redis-") as folder:
        server = Redis(Path(folder), free_port())
        try:
            server.start()
            yield server.url
        finally:
            server.kill()
