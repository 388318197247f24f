"""With LOG_FORMAT=json every line that a process prints is JSON, from its start to its end."""

import json
import os
import shutil
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

from cluster.ports import free_port
from tests import ROOT
from tests.cluster.kit.site_process import migrated_database
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def started(tmp_path):
    """Return a function that starts a command. Its output goes to a file."""
    shutil.copy(migrated_database(), tmp_path / "db.sqlite3")
    log, begun = tmp_path / "log", []

    def start(command, **more):
        environment = {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "INFO",
            "DEBUG": "true",
            **more,
        }
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", command],
                cwd=ROOT,
                env={**os.environ, **environment},
                stdout=output,
                stderr=output,
            )
        begun.append(process)
        return process, log

    yield start
    for process in begun:
        process.kill()
        process.wait()


def events(process, log):
    """Stop the process. Return the events of its lines."""
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    return [json.loads(line)["event"] for line in log.read_text().splitlines()]


def test_every_line_of_a_web_process(started):
    port = free_port()
    process, log = started("serve", PORT=str(port), LOG_LEVEL="WARNING")
    wait_until("it says that it is open", lambda: "is open" in log.read_text())
    urlopen(f"http://127.0.0.1:{port}/healthz").close()
    assert f"Literature is open at http://127.0.0.1:{port}/" in events(process, log)


def test_every_line_of_a_web_process_that_logs_requests(started):
    port = free_port()
    process, log = started("serve", PORT=str(port))
    wait_until("it says that it is open", lambda: "is open" in log.read_text())
    urlopen(f"http://127.0.0.1:{port}/rules/").close()
    assert "request" in events(process, log)


def test_every_line_of_a_scheduler(started):
    port = free_port()
    process, log = started("run_clock", METRICS_PORT=str(port))
    wait_until("it runs", lambda: _answers(port))
    events(process, log)


def _answers(port):
    try:
        urlopen(f"http://127.0.0.1:{port}/metrics").close()
    except OSError as error:
        return getattr(error, "code", None) == 404
    return True
