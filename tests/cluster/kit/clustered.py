"""The site on PostgreSQL and Redis, with several processes behind nginx.

Programs and players use it in the same way as `live.Site`, which is one process on SQLite.
"""

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import set_json_loads

from cluster import Cluster
from tests import ROOT

ENVIRONMENT = {
    "SECRET_KEY": "the same for all processes",
    "BOT_THINK_SECONDS": "0.02",
    "RATE_LIMIT_FACTOR": "10000",
    "CAP_FACTOR": "1000",
    "CONNECTIONS_PER_ADDRESS": "10000",
    "REQUESTS_PER_SECOND": "10000",
}


class ClusterSite(Cluster):
    """A cluster whose database tests can read and change directly."""

    @property
    def port(self) -> int:
        """The proxy's port."""
        return self.ports.http

    def restart_web_rolling(self) -> None:
        """Restart the web processes one after another, each when the previous one is ready."""
        for web in self.webs:
            web.stop()
            web.start()
            self.wait_until_ready()

    def complaints(self) -> list[str]:
        """Return the lines with errors in the logs of the site's processes."""
        return [
            f"{process.name}: {line}"
            for process in (*self.webs, *self.schedulers)
            if process.log.exists()
            for line in process.log.read_text(errors="replace").splitlines()
            if " ERROR " in line or line.startswith("Traceback")
        ]

    def rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        """Return a query's rows. As in SQLite, `?` stands for a value, and JSON is text."""
        with psycopg.connect(self.postgres.url, row_factory=dict_row) as connection:
            set_json_loads(lambda text: str(text, "utf-8"), connection)
            return connection.execute(query.replace("?", "%s"), values).fetchall()


@contextmanager
def live_cluster(
    folder: Path, *, webs: int = 2, schedulers: int = 2, **environment: str
) -> Iterator[ClusterSite]:
    """Run a cluster. It is always killed at the end."""
    collect_static_files()
    with ClusterSite(
        folder, webs=webs, schedulers=schedulers, env=ENVIRONMENT | environment
    ) as site:
        yield site


def collect_static_files() -> None:
    """Make the static files and pages of nginx if their sources have changed. Parallel tests wait
    for each other.
    """
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    with (var / "static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = var / "pages" / "503.html"
        sources = [path for name in ("static", "templates") for path in (ROOT / name).rglob("*")]
        sources.append(ROOT / "literature_site" / "static_files.py")
        if not made.exists() or made.stat().st_mtime < max(map(_changed, sources)):
            for words in (["collectstatic", "--noinput", "--verbosity", "0"], ["proxy_pages"]):
                subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, check=True)


def _changed(path: Path) -> float:
    return path.stat().st_mtime
