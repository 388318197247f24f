"""Runs the site, as in production or as one process, and the floor on the same database and
channel layer.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.floor import FRAMES
from cluster import Cluster
from cluster.ports import free_port, listening
from cluster.process import Process
from cluster.proxy import Proxy, servers
from cluster.site import Web

#: The usual environment of the measured processes: rate limits are too high to be reached, and only
#: errors are logged.
ENVIRONMENT = {
    "RATE_LIMIT_FACTOR": "100000",
    "CAP_FACTOR": "100000",
    "CONNECTIONS_PER_ADDRESS": "10000",
    "REQUESTS_PER_SECOND": "10000",
    "LOG_LEVEL": "ERROR",
    "SECRET_KEY": "load",
}

HOST = "127.0.0.1"


class FloorWeb(Web):
    """A process that runs the floor (``benchmarks/load/floor.py``), not the site."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "benchmarks.load.floor"]

    def is_well(self) -> bool:
        return listening(self.port)


@dataclass
class Served:
    """The running site with its processes by name, and the floor, a bare server for comparison."""

    folder: Path
    site_port: int
    environment: Mapping[str, str]
    processes: dict[str, list[Process]]
    proxy: Proxy | None = None
    floor_port: int = 0
    floor: list[Process] = field(default_factory=list)

    @property
    def frames(self) -> Path:
        """The file that the floor reads."""
        return self.folder / "frames.json"

    def start_floor(self) -> None:
        """Start as many processes of the floor as the site has web processes. If the site has a
        proxy, the floor gets one, too.
        """
        environment = {**self.environment, FRAMES: str(self.frames)}
        webs = [
            FloorWeb(f"floor{number}", self.folder, free_port(), environment)
            for number, _web in enumerate(self.processes["web"])
        ]
        self.floor.extend(webs)
        self.floor_port = webs[0].port
        if self.proxy:
            self.floor_port, folder = free_port(), self.folder / "floor"
            folder.mkdir(exist_ok=True)
            own = {
                "PROXY_HTTP": f"{HOST}:{self.floor_port}",
                "PROXY_FOLDER": str(folder / "nginx"),
                "PROXY_LOG": str(folder / "access.log"),
                **servers([f"{HOST}:{web.port}" for web in webs]),
            }
            self.floor.append(Proxy(folder, self.floor_port, {**self.proxy.values, **own}))
        for process in self.floor:
            process.start()

    def stop_floor(self) -> None:
        for process in reversed(self.floor):
            process.kill()


class Migrated(Web):
    """A web process that first migrates its database."""

    def command(self) -> list[str]:
        return [*super().command(), "--migrate"]


@contextmanager
def one_process(
    folder: Path, extra: Mapping[str, str] | None = None, kind: type[Web] = Migrated
) -> Iterator[Served]:
    """Run the default site: one process with SQLite, bots and the scheduler."""
    environment = {
        **os.environ,
        **ENVIRONMENT,
        **(extra or {}),
        "DJANGO_SETTINGS_MODULE": "literature_site.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "REDIS_URL": "",
    }
    web = kind("web", folder, free_port(), environment)
    web.start()
    served = Served(folder, web.port, environment, {"web": [web]})
    try:
        yield served
    finally:
        served.stop_floor()
        web.kill()


@contextmanager
def clustered(folder: Path, extra: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Run the site with PostgreSQL and Redis, two web processes and a scheduler, behind nginx."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "literature_site.settings",
        **ENVIRONMENT,
        **(extra or {}),
    }
    with Cluster(folder, webs=2, schedulers=1, env=environment, durable=True) as cluster:
        processes: dict[str, list[Process]] = {
            "web": list(cluster.webs),
            "scheduler": list(cluster.schedulers),
            "postgres": [cluster.postgres],
            "redis": [cluster.redis],
            "nginx": [cluster.proxy],
        }
        served = Served(folder, cluster.proxy.port, cluster.environment, processes, cluster.proxy)
        try:
            yield served
        finally:
            served.stop_floor()


#: The functions that run the site, by name.
SERVED = {"cluster": clustered, "one": one_process}
