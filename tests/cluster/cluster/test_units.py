"""The units of systemd describe the same processes that `make cluster` starts."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from cluster import Cluster
from cluster.ports import free_port
from tests import ROOT
from tests.cluster.literature_site.test_backup import SERVICE

UNITS = ROOT / "deploy" / "systemd"
#: Where the units expect the checkout, its Python, and the folder of the running proxy.
CHECKOUT, PYTHON, PROXY = "/opt/literature", "/opt/literature/.venv/bin/python", "/run/literature"


def values(unit, key):
    """Return the words of all lines `key=...` of this unit."""
    text = (UNITS / unit).read_text().replace("\\\n", " ")
    return [word for line in re.findall(rf"^{key}=(.*)$", text, re.M) for word in shlex.split(line)]


def environment(unit):
    return dict(word.split("=", 1) for word in values(unit, "Environment"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster object that is not started."""
    return Cluster(tmp_path_factory.mktemp("cluster"))


@pytest.mark.parametrize(
    ("unit", "name"), [("literature-web@.service", "web1"), ("literature-clock@.service", "clock1")]
)
def test_the_same_processes(cluster, unit, name):
    process = cluster.processes[name]
    assert values(unit, "ExecStart") == [PYTHON, "manage.py", *process.command()[2:]]
    given = environment(unit)
    assert given.pop(process.port_variable) == "%i"
    assert given == {key: cluster.told[key] for key in ("RUN_CLOCK", "BEHIND_PROXY")}


def test_the_same_backup():
    [script, _folder, number] = values("literature-backup.service", "ExecStart")
    assert f"./{script.removeprefix(f'{CHECKOUT}/')}:" in SERVICE["volumes"][0]
    assert f"-{number}}}" in SERVICE["command"]


def test_the_same_proxy(cluster):
    """The values of the cluster's proxy, except its resolver, which no configuration without
    host names uses.
    """
    given = environment("literature-nginx.service")
    assert set(given) == set(cluster.proxy.values) - {"PROXY_RESOLVER", "PROXY_FOLDER"}
    for name in ("PROXY_HEADER_SECONDS", "PROXY_OUTER", "PROXY_CONNECTIONS", "PROXY_REQUESTS"):
        assert given[name] == cluster.proxy.values[name]


@pytest.mark.cluster
def test_nginx_accepts_the_configuration(tmp_path):
    unit = "literature-nginx.service"
    given = environment(unit) | {
        "PROXY_TLS": "off",
        "PROXY_HTTP": f"127.0.0.1:{free_port()}",
    }
    for key, more in (("ExecStartPre", []), ("ExecStart", ["-t"])):
        words = [word.replace(PROXY, str(tmp_path)) for word in values(unit, key)]
        words[0] = words[0].replace(PYTHON, sys.executable)
        subprocess.run([*words, *more], cwd=ROOT, env=given, check=True)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path):
    folder = tmp_path / "units"
    shutil.copytree(UNITS, folder)
    for path in folder.rglob("literature-*.*"):
        if path.is_file():
            here = path.read_text().replace(PYTHON, sys.executable).replace(CHECKOUT, str(ROOT))
            path.write_text(here)
    names = [path.name.replace("@.", "@8101.") for path in folder.iterdir() if path.is_file()]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(f"./{name}" for name in names)],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
