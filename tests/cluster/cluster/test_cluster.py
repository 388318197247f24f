"""The whole cluster: health checks, and a move in one process that reaches the other process."""

import json
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from cluster.ports import free_port
from tests import ROOT
from tests.cluster.kit.clustered import live_cluster
from tests.cluster.kit.proxied import get
from tests.cluster.kit.site_process import Program, bring_turn_to, dealt
from tests.waiting import wait_until

pytestmark = pytest.mark.cluster

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
WELL = {"server": "ok", "database": "ok", "redis": "ok", "clock": "ok"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with live_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def test_the_health_check_of_the_image(site):
    """Run the health check of the image against a running process, and against a port without a
    process.
    """
    dockerfile = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    check = json.loads(re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", dockerfile, re.M)[1])
    assert check[0] == "python"

    def is_well(port):
        done = subprocess.run([sys.executable, *check[1:]], env={"PORT": str(port)})
        return done.returncode == 0

    # Container engines also try three times.
    assert any(is_well(site.webs[0].port) for _ in range(3))
    assert not is_well(free_port())


def test_all_processes_are_ready(site):
    assert list(site.processes) == "postgres redis web1 web2 clock1 clock2 nginx".split()
    for url in (site.url, *(web.url for web in site.webs)):
        answer = is_ready(url)
        assert json.loads(answer.text) == WELL
        assert "no-store" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
    assert get(f"{site.url}/").status_code == 200
    assert site.complaints() == []


def is_ready(url):
    """Wait until a process says that it is healthy. Return its answer."""
    answers = []

    def is_well():
        answers.append(get(f"{url}/readyz"))
        return answers[-1].status_code == 200

    wait_until("it is well", is_well, seen=lambda: answers[-1].text)
    return answers[-1]


def at(web, program: Program) -> Program:
    """Return the same person, who now uses one web process directly, without the proxy."""
    there = Program(SimpleNamespace(url=web.url, port=web.port))
    there.http.cookies = program.http.cookies
    return there


def test_a_move_in_one_process_reaches_the_other_at_once(site):
    """A notification through Redis brings the move. A heartbeat alone could take four seconds."""
    code, people = dealt(site, "nine-sets", NAMES)
    here, there = site.webs
    movers = [at(here, person) for person in people]
    waits = []
    with at(there, people[0]).listen(code) as listener:
        listener.recv(30)
        for turn in range(8):
            bring_turn_to(site, code, movers, turn % 6)
            version, made = movers[0].state(code)["version"], time.monotonic()
            while turn and f'data-game="{version}"' not in listener.recv(30):
                pass
            waits.append(time.monotonic() - made)
    assert sorted(waits)[5] < 1, waits
