"""`make cluster`: one command starts the site, and Ctrl-C stops it."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from cluster.ports import free_port, listening
from cluster.postgres import Postgres
from tests import ROOT
from tests.cluster.kit.clustered import collect_static_files
from tests.cluster.kit.proxied import get
from tests.cluster.kit.site_process import Program
from tests.waiting import wait_until

pytestmark = pytest.mark.cluster


@pytest.fixture
def environment():
    names = "HTTP_PORT CLUSTER_POSTGRES_PORT CLUSTER_REDIS_PORT"
    ports = f"{names} CLUSTER_WEB_PORT CLUSTER_CLOCK_PORT".split()
    return os.environ | {
        **{name: str(free_port()) for name in ports},
        "CLUSTER_WEBS": "1",
        "CLUSTER_CLOCKS": "1",
        "SECRET_KEY": "the same each time",
        "TLS": "off",
    }


class Opened:
    """Runs the command. Entry waits until the command has printed the site's address; exit ends
    the command with the signal of Ctrl-C.
    """

    def __init__(self, folder, environment, project=ROOT) -> None:
        self.project = project
        self.command = [sys.executable, "-m", "cluster", "--folder", str(folder)]
        self.environment = environment

    def __enter__(self) -> "Opened":
        self.process = subprocess.Popen(
            self.command, cwd=self.project, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        said = self.process.stdout.readline()
        self.url = said.split()[-1].rstrip("/")
        self.port = int(self.environment["HTTP_PORT"])
        assert said == f"Literature is open at http://127.0.0.1:{self.port}/\n"
        return self

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(120) == 0


def child(pid: int, words: str) -> int:
    """Return the id of the process that ``pid`` started with these words in its command."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return next(
        int(each)
        for each in children
        if words in Path(f"/proc/{each}/cmdline").read_text().replace("\0", " ")
    )


def ready(site: Opened) -> bool:
    return get(f"{site.url}/readyz").status_code == 200


@pytest.fixture
def folder(tmp_path):
    yield tmp_path
    # PostgreSQL's user may not be able to read this folder. Then the database is in another folder,
    # so delete it here.
    Postgres(tmp_path, 0, durable=True).remove()


def test_ended_processes_restart_and_data_is_kept(folder, environment):
    collect_static_files()
    with Opened(folder, environment) as site:
        said = site.process.stdout.readline()
        assert said.rstrip(".\n").endswith(str(Postgres(folder, 0, durable=True).data))
        variables = site.process.stdout.readline().rpartition("with ")[2].strip()
        asha = Program(site, "Asha")
        code = asha.open_room("nine-sets")
        query = '"from rooms.models import Room; print(Room.objects.get().code)"'
        shell = f"{variables} {sys.executable} manage.py shell -v0 -c {query}"
        assert subprocess.check_output(shell, shell=True, cwd=ROOT, text=True).strip() == code
        os.kill(child(site.process.pid, "manage.py serve"), signal.SIGKILL)
        said = [site.process.stdout.readline() for _ in range(2)]
        assert said[-1] == "web1 ended; it is started again\n"
        wait_until("all of it is ready", lambda: ready(site), 60)
    for name in ("HTTP_PORT", "CLUSTER_POSTGRES_PORT", "CLUSTER_REDIS_PORT", "CLUSTER_WEB_PORT"):
        assert not listening(int(environment[name])), name
    with Opened(folder, environment):
        assert asha.state(code)["room"] == code


def test_a_new_copy_of_the_project_has_the_files_of_the_proxy(folder, environment):
    project = folder / "project"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns("var", ".*", "tests"))
    with Opened(folder, environment, project) as site:
        assert get(f"{site.url}/").status_code == 200
        answer = httpx.post(
            f"{site.url}/guest/", content=b"x" * 2_000_000, trust_env=False, timeout=30
        )
        assert answer.status_code == 413
        assert "Too much data" in answer.text
