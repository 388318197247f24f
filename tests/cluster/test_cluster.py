"""The whole set, started as its operators would."""

import json
import re
import subprocess
import sys

import httpx
import pytest

from cluster.ports import free_port
from tests.clustered import live_cluster
from tests.test_layers import ROOT

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("cluster")]

WELL = {"server": "ok", "database": "ok", "redis": "ok", "clock": "ok"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with live_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def get(url, **options):
    return httpx.get(url, trust_env=False, **options)


def test_the_containers_ask_how_it_is_as_they_should(site):
    """The image's health check, run on a process that is there and on one that is not."""
    dockerfile = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    check = json.loads(re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", dockerfile, re.M)[1])
    for port, code in ((site.webs[0].port, 0), (free_port(), 1)):
        words = [sys.executable, *check[1:]]
        done = subprocess.run(words, env={"PORT": str(port)}, capture_output=True)
        assert (check[0], done.returncode) == ("python", code), done.stderr


def test_all_of_it_is_ready(site):
    assert list(site.processes) == "postgres redis web1 web2 clock1 clock2 nginx".split()
    for url in (site.url, *site.web_urls):
        answer = get(f"{url}/readyz")
        assert (answer.status_code, json.loads(answer.text)) == (200, WELL)
        assert "no-store" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
    assert get(f"{site.url}/").status_code == 200
    assert site.complaints() == []
