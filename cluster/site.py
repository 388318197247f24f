"""The site's processes: web servers and schedulers."""

import sys
from collections.abc import Mapping
from pathlib import Path

from cluster.process import Process
from cluster.proxy import status_of

ROOT = Path(__file__).parent.parent
MANAGE = [sys.executable, str(ROOT / "manage.py")]


class SiteProcess(Process):
    """A management command with a port of its own, which it learns from the environment. It says
    there whether it is well.
    """

    port_variable: str
    words: str

    def __init__(self, name: str, folder: Path, port: int, environment: Mapping[str, str]) -> None:
        super().__init__(name, folder)
        self.port = port
        self.env = {**environment, "HOST": "127.0.0.1", self.port_variable: str(port)}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [*MANAGE, self.words]

    def is_well(self) -> bool:
        return status_of(f"{self.url}/healthz") == 200


class Web(SiteProcess):
    """A web process: ``manage.py serve``."""

    port_variable, words = "PORT", "serve"


class SchedulerProcess(SiteProcess):
    """A scheduler: ``manage.py run_clock``."""

    port_variable, words = "METRICS_PORT", "run_clock"
