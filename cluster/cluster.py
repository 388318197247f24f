"""Runs all services of docker-compose.yml as processes of this machine, on the loopback address."""

import os
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cluster.ports import free_port, listening
from cluster.postgres import Postgres
from cluster.process import LOOK_SECONDS, START_SECONDS, Process
from cluster.proxy import Proxy, servers, status_of
from cluster.redis import Redis
from cluster.site import MANAGE, ROOT, SchedulerProcess, Web

#: The address of another proxy in front. There is none, so this is an address from a range for
#: documentation, which nobody uses.
NO_PROXY = "192.0.2.0/32"
#: One address may have at most this many requests and sockets at the same time.
CONNECTIONS = "400"
#: One address may send this many requests a second, and CONNECTIONS more at once.
REQUESTS = "20"


@dataclass(frozen=True)
class Ports:
    """The ports on 127.0.0.1. ``webs`` are the ports of the web processes, and ``schedulers`` the
    ports where schedulers show their health and metrics.
    """

    http: int
    https: int
    postgres: int
    redis: int
    webs: tuple[int, ...]
    schedulers: tuple[int, ...]

    @classmethod
    def free(cls, webs: int, schedulers: int) -> Self:
        """Choose free ports."""
        some = [tuple(free_port() for _ in range(number)) for number in (webs, schedulers)]
        return cls(free_port(), free_port(), free_port(), free_port(), *some)


class Cluster:
    """PostgreSQL, Redis, a number of web processes (``webs``) and of schedulers (``schedulers``),
    and nginx in front. If ``ports`` are given, they have the numbers of processes.

    Logs and the database stay in ``folder`` (``Postgres`` may choose another folder). Only the end
    of a ``with`` block deletes the database. ``env`` is added to the environment of the site's
    processes. ``certificate`` is a folder with fullchain.pem and privkey.pem; with it the proxy
    serves HTTPS. The processes are named postgres, redis, web1, web2 ..., clock1, clock2 ..., and
    nginx.
    """

    def __init__(
        self,
        folder: Path,
        *,
        webs: int = 2,
        schedulers: int = 2,
        env: Mapping[str, str] | None = None,
        ports: Ports | None = None,
        certificate: Path | None = None,
        durable: bool = False,
    ) -> None:
        self.folder = Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ports = ports or Ports.free(webs, schedulers)
        self.postgres = Postgres(self.folder, self.ports.postgres, durable=durable)
        self.redis = Redis(self.folder, self.ports.redis)
        #: The variables that the cluster sets for the site's processes, as docker-compose.yml does.
        self.told = {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "RUN_CLOCK": "false",
            "BEHIND_PROXY": "true",
        }
        self.environment = {**os.environ, **self.told, **(env or {})}
        self.webs = [
            Web(f"web{number}", self.folder, port, self.environment)
            for number, port in enumerate(self.ports.webs, start=1)
        ]
        self.schedulers = [
            SchedulerProcess(f"clock{number}", self.folder, port, self.environment)
            for number, port in enumerate(self.ports.schedulers, start=1)
        ]
        secure = certificate is not None
        port = self.ports.https if secure else self.ports.http
        #: The address of the proxy, for browsers.
        self.url = f"{'https' if secure else 'http'}://127.0.0.1:{port}"
        self.proxy = Proxy(self.folder, port, self._proxy_values(certificate))
        in_order: list[Process] = [
            self.postgres,
            self.redis,
            *self.webs,
            *self.schedulers,
            self.proxy,
        ]
        #: All processes by name. They stop in the reverse order.
        self.processes = {process.name: process for process in in_order}

    def _proxy_values(self, certificate: Path | None) -> dict[str, str]:
        """The values for the proxy's configuration, as in docker-compose.yml."""
        return {
            "PROXY_HTTP": f"127.0.0.1:{self.ports.http}",
            "PROXY_HTTPS": f"127.0.0.1:{self.ports.https}",
            "PROXY_HTTPS_HOST": f"$host:{self.ports.https}",
            "PROXY_TLS": "on" if certificate else "off",
            "PROXY_CERTIFICATE": str(certificate or ""),
            "PROXY_HEADER_SECONDS": self.environment.get("HEADER_SECONDS", "20"),
            "PROXY_OUTER": self.environment.get("OUTER_PROXY", NO_PROXY),
            "PROXY_CONNECTIONS": self.environment.get("CONNECTIONS_PER_ADDRESS", CONNECTIONS),
            "PROXY_REQUESTS": self.environment.get("REQUESTS_PER_SECOND", REQUESTS),
            "PROXY_STATIC": str(ROOT / "var" / "static"),
            "PROXY_PAGES": str(ROOT / "var" / "pages"),
            **servers([f"127.0.0.1:{web.port}" for web in self.webs]),
        }

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        for process in reversed(self.processes.values()):
            process.kill()
        self.postgres.remove()

    # All processes

    def start(self) -> None:
        """Start all processes, each after the processes that it needs. Return when all are
        ready.
        """
        ports = self.ports
        for port in (ports.http, ports.postgres, ports.redis, *ports.webs, *ports.schedulers):
            if listening(port):
                raise RuntimeError(f"something listens at port {port} already")
        self.postgres.start()
        self.redis.start()
        self.manage("migrate", "--verbosity", "0")
        for process in (*self.schedulers, *self.webs):
            process.spawn()
        for process in (*self.webs, *self.schedulers):
            process.wait_until_well()
        self.wait_until_ready()
        self.proxy.start()

    def stop(self) -> None:
        """Stop all processes: the proxy first, and the database last."""
        for process in reversed(self.processes.values()):
            process.stop()

    def wait_until_ready(self, seconds: float = START_SECONDS) -> None:
        """Return when ``/readyz`` of every running web process answers 200."""
        end = time.monotonic() + seconds
        for web in filter(lambda web: web.runs, self.webs):
            while (status := status_of(f"{web.url}/readyz")) != 200:
                if time.monotonic() > end:
                    raise RuntimeError(f"{web.name} is not ready: {status}")
                time.sleep(LOOK_SECONDS)

    def manage(self, *words: str) -> str:
        """Run a management command, which must succeed. Return its output."""
        done = subprocess.run(
            [*MANAGE, *words],
            env=self.environment,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(words)}:\n{done.stdout}{done.stderr}")
        return done.stdout
