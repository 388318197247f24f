"""The command `manage.py serve`."""

import asyncio
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from cluster.ports import free_port
from literature_site.management.commands import serve
from tests import ROOT
from tests.cluster.kit.site_process import Program, live_site, migrated_database
from tests.waiting import PATIENCE, wait_until


@contextmanager
def served(folder, port):
    """Start the process. Yield it when it has printed its address, and kill it at the end."""
    log = (folder / "server.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--migrate"],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "PORT": str(port),
            "DEBUG": "true",  # With this setting, static files need not be collected first.
        },
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    try:
        assert process.stdout.readline() == f"Literature is open at http://127.0.0.1:{port}/\n"
        yield process
    finally:
        process.kill()
        process.wait()
        log.close()


@pytest.mark.cluster
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_and_stops(number, tmp_path):
    port = free_port()
    with served(tmp_path, port) as process:
        with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.read() == b"ok\n"
        with urlopen(f"http://127.0.0.1:{port}/guest/") as answer:
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "Server" not in answer.headers
        process.send_signal(number)
        assert process.wait(30) == 0
    # The process had no connections, so it stopped at once.
    assert "Left before" not in (tmp_path / "server.log").read_text()


@pytest.mark.slow
def test_a_used_port_is_named():
    with socket.create_server(("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        second = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert second.returncode == 1
    assert f"The server can’t listen on 127.0.0.1, port {port}." in second.stderr
    assert "open at" not in second.stdout


def test_collections_skip_what_was_loaded_at_the_start():
    """Otherwise each full garbage collection would look at all modules and delay the moves."""
    try:
        serve.freeze_loaded_objects()
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        gc.unfreeze()


async def test_a_failed_scheduler_starts_again(monkeypatch, caplog):
    runs = []

    async def run(stop):
        runs.append(stop)
        if len(runs) == 1:
            raise RuntimeError("a spring")
        stop.set()

    monkeypatch.setitem(sys.modules, "bots.scheduler", SimpleNamespace(run=run))
    monkeypatch.setattr(serve, "SCHEDULER_RESTART_SECONDS", 0)
    await asyncio.wait_for(serve.keep_scheduler(asyncio.Event()), 30)
    assert len(runs) == 2
    assert "a spring" in caplog.text


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site whose database could be read by others before it started."""
    folder = tmp_path_factory.mktemp("site")
    database = folder / "db.sqlite3"
    shutil.copy(migrated_database(), database)
    database.chmod(0o644)
    with live_site(folder) as running:
        yield running


@pytest.mark.slow
def test_other_users_of_the_machine_can_not_read_its_files(site):
    Program(site, "Asha")
    for path in site.folder.glob("db.sqlite3*"):
        assert path.stat().st_mode & 0o777 == 0o600
    copy = site.folder / "copy.sqlite3"
    site.manage("backup", str(copy))
    assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_process_for_hard_bots_and_help_starts_with_the_site(site):
    _a_process_starts(site)


@pytest.mark.slow
def test_it_starts_without_a_scheduler_too(tmp_path):
    """Otherwise the first person who needs help would wait for seconds."""
    with live_site(tmp_path, RUN_CLOCK="false") as site:
        _a_process_starts(site)


def _a_process_starts(site):
    def children(site):
        lists = Path(f"/proc/{site.process.pid}/task").glob("*/children")
        pids = " ".join(each.read_text() for each in lists).split()
        return [Path(f"/proc/{pid}/cmdline").read_text() for pid in pids]

    wait_until("it starts", lambda: any("spawn_main" in each for each in children(site)))


def test_a_folder_with_the_name_of_the_database_is_left_alone(tmp_path, monkeypatch, settings):
    from literature_site.management.commands import serve

    folder = tmp_path / "literature"
    folder.mkdir(mode=0o755)
    monkeypatch.setitem(serve.connection.settings_dict, "NAME", str(folder))
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(serve.connection, "vendor", "postgresql")
    serve.hide_files_from_others()
    assert folder.stat().st_mode & 0o777 == 0o755
