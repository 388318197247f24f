"""The site's processes: web servers and schedulers."""

import sys
from collections.abc import Mapping
from pathlib import Path

from cluster.process import Process
from cluster.proxy import status_of

ROOT = Path(__file__).parent.parent
MANAGE = [sys.executable, str(ROOT / "manage.py")]


class Web(Process):
    """``manage.py serve`` on a port of its own."""

    def __init__(self, name: str, folder: Path, port: int, environment: Mapping[str, str]) -> None:
        super().__init__(name, folder)
        self.port = port
        self._environment = {**environment, "HOST": "127.0.0.1", "PORT": str(port)}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [*MANAGE, "serve"]

    def environment(self) -> Mapping[str, str]:
        return self._environment

    def is_well(self) -> bool:
        return status_of(f"{self.url}/healthz") == 200


class SchedulerProcess(Process):
    """A scheduler: ``manage.py run_clock``. The ``/readyz`` of a web process shows whether a
    scheduler is running.
    """

    def __init__(self, name: str, folder: Path, port: int, environment: Mapping[str, str]) -> None:
        super().__init__(name, folder)
        self.port = port
        self._environment = {**environment, "HOST": "127.0.0.1", "METRICS_PORT": str(port)}

    @property
    def url(self) -> str:
        """Where ``/metrics`` is, if METRICS_TOKEN is set."""
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [*MANAGE, "run_clock"]

    def environment(self) -> Mapping[str, str]:
        return self._environment

    def is_well(self) -> bool:
        return self.runs
