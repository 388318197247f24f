"""What depends on the database, or on rings and sockets, once more on PostgreSQL and Redis."""

import os
import subprocess
import sys

import pytest

from tests.test_layers import ROOT

# Where rows are locked, constrained, or filled with what somebody sent; races; sockets and rings.
MODULES = [
    "tests/game/play",
    "tests/game/test_play.py",
    "tests/game/test_moment.py",
    "tests/game/test_races.py",
    "tests/game/test_records.py",
    "tests/game/test_views.py",
    "tests/game/test_doorbell.py",
    "tests/game/history",
    "tests/game/test_importing.py",
    "tests/desk",
    "tests/game/replay/test_together.py",
    "tests/game/test_among.py",
    "tests/game/test_constraints.py",
    "tests/bots/test_beat.py",
    "tests/bots/test_clock.py",
    "tests/bots/test_driver.py",
    "tests/rooms",
    "tests/test_migrations.py",
    "tests/site/test_health.py",
]


@pytest.mark.postgres
@pytest.mark.timeout(2460)
def test_the_same_on_postgresql_and_redis(postgres_url, redis_url):
    ours = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    which = "not soak and not browser and not postgres"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", which, *MODULES],
        cwd=ROOT,
        env=ours | {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=2400,
    )
    assert run.returncode == 0, run.stdout[-8000:]
    assert " passed" in run.stdout
