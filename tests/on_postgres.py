"""Runs the tests that depend on the database again, on PostgreSQL and Redis.

``python -m tests.on_postgres [PYTEST ARGUMENTS]``. Each pytest process has its own database in one
PostgreSQL server, and its own part of one Redis server. Arguments that name tests replace the list.
"""

import os
import subprocess
import sys

from tests.servers import postgres_server, redis_server
from tests.test_layers import ROOT

#: Tests of races and locks, constraints, migrations, database time, raw SQL, text that a database
#: may refuse, and notifications. Everything else behaves the same on every database.
TESTS = """
    tests/bots/test_heartbeat.py
    tests/bots/test_reviewing.py
    tests/bots/test_scheduler.py
    tests/staff/test_dashboard.py
    tests/staff/test_people.py
    tests/game/history
    tests/game/play/test_idempotency.py
    tests/game/play/test_storing.py
    tests/game/replay/test_shared.py
    tests/game/test_lookups.py
    tests/game/test_constraints.py
    tests/game/live/test_notifications.py
    tests/game/test_database_time.py
    tests/game/test_play.py
    tests/game/test_races.py
    tests/rooms/test_bad_requests.py
    tests/rooms/live/test_consumer.py
    tests/rooms/test_history.py
    tests/rooms/live/test_hub.py
    tests/rooms/live/test_moving.py::test_processes_that_hold_the_same_position_race
    tests/rooms/live/test_moving.py::test_it_is_answered_once_by_either_way
    tests/rooms/live/test_moving.py::test_what_has_changed_unnoticed_is_seen
    tests/rooms/live/test_moving.py::test_what_changes_just_before_it_is_stored_counts
    tests/rooms/actions/test_moderation.py
    tests/rooms/test_one_time.py
    tests/rooms/live/test_presence.py
    tests/rooms/live/test_active_tab.py
    tests/rooms/test_retention.py
    tests/rooms/live/test_spectator_presence.py
    tests/site/test_health.py
    tests/test_migrations.py
""".split()


def main(arguments: list[str]) -> int:
    """Run pytest. Return its exit status."""
    named = any(argument.startswith("tests/") for argument in arguments)
    with postgres_server() as database, redis_server() as redis:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *([] if named else TESTS), *arguments],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": database, "REDIS_URL": redis},
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
