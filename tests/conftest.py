"""Fixtures and settings for all tests."""

import gc
import math
import os
import random
import re
import tempfile
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect
from xdist.scheduler import LoadScopeScheduling

from tests import ROOT
from tests.cluster.kit.servers import postgres_server, redis_server
from tests.cluster.kit.site_process import Site, live_site
from tests.databases import (
    TEMPLATE,
    empty_quickly,
    use_copy_in_sqlite,
    use_own_part_of_postgres,
)
from tests.waiting import PATIENCE

# Debian's browser. Some of the options stop its own connections to other hosts.
CHROMIUM = {
    "executable_path": "/usr/bin/chromium-headless-shell",
    "args": [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        # Each context has one process for all its pages. Otherwise each page starts its own.
        "--renderer-process-limit=1",
        "--disable-site-isolation-trials",
        # A page lives for a second or two, so optimized code would not pay.
        "--js-flags=--no-opt",
    ],
}


def pytest_configure(config: pytest.Config) -> None:
    """Change the settings for tests. Give each pytest process its own database and Redis part."""
    settings.BOT_THINK_SECONDS = 0
    settings.BOT_PROCESSES = 0
    settings.RATE_LIMIT_FACTOR = 1000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True

    empty_quickly()
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        # Each process has its own file, because several people may run the tests in the same
        # folder.
        folder = tempfile.TemporaryDirectory(prefix="literature-test-")
        config.add_cleanup(folder.cleanup)
        use_copy_in_sqlite(Path(folder.name))
        config.option.reuse_db = True  # The database exists: it is the copy.
    else:
        # Tests of races use more threads than the pool has connections, so a thread may wait for a
        # long time.
        database["OPTIONS"]["pool"]["timeout"] = 60
        use_own_part_of_postgres(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))
        # The server ends with the tests. Deleting the database would wait for its connections.
        config.option.reuse_db |= TEMPLATE in os.environ
    if settings.REDIS_URL:
        # Redis runs on this machine, so it will answer. Use no time-outs, because it may be slow.
        settings.CACHES["default"]["OPTIONS"] = {}
        keep_to_own_part_of_redis(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from the objects of the thousands of tests, because these
    objects stay in memory.
    """
    gc.disable()
    result = yield
    gc.freeze()
    # Tests leave little to collect, so less frequent collections are enough.
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
    return result


def keep_to_own_part_of_redis(worker: str) -> None:
    """Give each pytest process its own cache and its own channels in the Redis that all share."""
    number = int(worker.removeprefix("gw"))
    settings.CACHES["default"]["LOCATION"] = re.sub(r"/\d+$", f"/{number}", settings.REDIS_URL)
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"asgi-{worker}"


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Replace pytest-django's fixture, because the databases of this process already have names of
    their own.
    """


class Scheduler(LoadScopeScheduling):  # type: ignore[misc]
    """Gives tests to any free worker, with two exceptions: tests of a file that share fixtures go
    to one worker, and so do all tests that share the capped site.

    (``--dist loadgroup`` has no effect with pytest 9: it writes to an attribute that is gone.)
    """

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return _shared_by(path) or nodeid


@cache
def _shared_by(path: str) -> str:
    text = (ROOT / path).read_text()
    if "capped_site" in text:
        return "capped_site"
    return path if 'scope="module"' in text else ""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduler:
    return Scheduler(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Run browser tests last, because Playwright keeps an event loop open in which async tests
    can't run. Among them the slow tests come first, so that no worker has a slow test at the end.
    """
    yield  # First pytest-django sorts the tests by their use of the database.
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    if item.get_closest_marker("browser") is None:
        return 0
    return 2 if item.get_closest_marker("slow") is None else 1


@pytest.fixture(autouse=True)
def _clean_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own rate limits. Their period does not end during the test."""
    from django.core.cache import cache

    from accounts import addresses, words

    # Another test may have used a Redis that is away.
    monkeypatch.setattr("literature_site.cache.ForgivingRedis.away_until", 0.0)
    cache.clear()
    words.entries.forget()
    # The process has just read that no address is blocked, so requests have no query for it.
    monkeypatch.setattr(addresses.blocked_since, "_value", {}, raising=False)
    monkeypatch.setattr(addresses.blocked_since, "_until", math.inf)
    end = int(time.time()) + 60
    monkeypatch.setattr("accounts.rate_limits.end_of_period", lambda counter, seconds: end)


@pytest.fixture(autouse=True)
def _same_puzzles_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all tests have the same day's puzzle, because midnight may come during a run."""
    from puzzles.days import day_of
    from tests.kit import TODAY

    noon = datetime.combine(day_of(TODAY), datetime.min.time(), UTC) + timedelta(hours=12)
    monkeypatch.setattr("puzzles.days.datetime", SimpleNamespace(now=lambda _zone: noon))


@pytest.fixture(autouse=True)
def _same_chance_each_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the deals, dealers, codes and tokens of a test the same in each run."""
    chance = random.Random(request.node.name)
    random.seed(request.node.name)
    monkeypatch.setattr("secrets.token_bytes", lambda size=32: chance.randbytes(size or 32))
    monkeypatch.setattr("secrets.choice", chance.choice)
    monkeypatch.setattr("secrets.randbelow", chance.randrange)
    monkeypatch.setattr("secrets.SystemRandom", lambda: chance)


@pytest.fixture
def users(db: None) -> list[Any]:
    """Four guests, for the smallest table."""
    from tests.kit import people

    return people(4)


class Clock:
    """A stopped clock. Only the test moves it."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)
        self._set_by = 0.0

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def set_by(self, seconds: float) -> None:
        """Set the clock to another time of day. The monotonic clock does not notice."""
        self.forward(seconds)
        self._set_by += seconds

    def monotonic(self) -> float:
        return self.now.timestamp() - self._set_by


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the time, including the database's time. Return a clock that moves it."""
    stopped = Clock()
    monkeypatch.setattr("game.database_time.has_database_clock", lambda: False)
    monkeypatch.setattr("django.utils.timezone.now", stopped)
    monkeypatch.setattr("game.database_time.monotonic", stopped.monotonic)
    return stopped


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with default settings for all tests of a worker. Each test uses its own rooms
    and people. A test that needs other settings starts its own site.
    """
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    # Playwright runs an event loop, so Django would refuse a test's queries as async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # On a busy machine elements appear later.
    expect.set_options(timeout=PATIENCE * 1000)
    return CHROMIUM


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Run a PostgreSQL server for the tests. Yield its DATABASE_URL."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """Run a Redis server for the tests. Yield its REDIS_URL."""
    with redis_server() as url:
        yield url
