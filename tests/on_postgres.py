"""Runs pytest on PostgreSQL and Redis: ``python -m tests.on_postgres [PYTEST ARGUMENTS]``.

``make test`` runs the tests with the mark ``postgres`` in this way: tests whose result may depend
on the database, for example tests of races, constraints, raw SQL and notifications. All pytest
processes share one PostgreSQL server and one Redis server. Each process has its own database, which
is a copy of a migrated database, and its own part of Redis.
"""

import os
import subprocess
import sys

from cluster.postgres import NAME
from tests import ROOT
from tests.cluster.kit.servers import postgres_server, redis_server
from tests.cluster.kit.site_process import manage
from tests.databases import TEMPLATE


def main(arguments: list[str]) -> int:
    """Run pytest. Return its exit status."""
    with postgres_server() as database, redis_server() as redis:
        manage("migrate", DATABASE_URL=database)
        services = {"DATABASE_URL": database, "REDIS_URL": redis, TEMPLATE: NAME}
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=os.environ | services
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
