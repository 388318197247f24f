"""The container files describe the same processes that `make cluster` starts.

The tests have no container engine, so they read the files and build no images.
"""

import os
import re
import subprocess

import pytest
import yaml
from dotenv import dotenv_values

from cluster import Cluster
from cluster.proxy import TEMPLATES, servers
from tests import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
EXAMPLE = dotenv_values(ROOT / ".env.example")
SITE = ["web1", "web2", "clock1", "clock2"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster object that is not started."""
    return Cluster(tmp_path_factory.mktemp("cluster"))


def read_by_the_site():
    """Return the names of all variables that the site's settings and its server read."""
    sources = ["literature_site/settings.py", "literature_site/management/commands/serve.py"]
    text = "".join((ROOT / source).read_text() for source in sources)
    return set(re.findall(r'(?:env\.\w+|environ\.get)\(\s*"(\w+)"', text))


def filled_in():
    """Return the names of the variables that the compose file takes from `.env`."""
    return set(re.findall(r"(?<!\$)\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))


def test_the_same_processes(cluster):
    assert set(SERVICES) == {*cluster.processes, "migrate", "backup"}


@pytest.mark.parametrize("name", SITE)
def test_the_same_environment(cluster, name):
    given = SERVICES[name]["environment"]
    # A site on one machine makes a secret key itself. Containers must get one.
    assert set(given) - {"SECRET_KEY", "HOST", "PORT", "METRICS_PORT"} == set(cluster.told)
    for key in ("RUN_CLOCK", "BEHIND_PROXY"):
        assert given[key] == cluster.told[key]
    assert set(given) <= read_by_the_site()


@pytest.mark.parametrize("name", SITE)
def test_the_same_commands(cluster, name):
    assert SERVICES[name]["command"].split()[1:] == [
        os.path.basename(cluster.processes[name].command()[1]),
        *cluster.processes[name].command()[2:],
    ]


#: The signal that stops a container if the compose file names no other signal.
SIGNALS_OF_IMAGES = {"nginx": "SIGQUIT", "postgres": "SIGINT"}


@pytest.mark.parametrize("name", [*SITE, "postgres", "redis", "nginx"])
def test_the_same_stop_signal(cluster, name):
    sent = SERVICES[name].get("stop_signal", SIGNALS_OF_IMAGES.get(name, "SIGTERM"))
    assert sent == cluster.processes[name].stop_signal.name


def test_the_same_proxy(cluster):
    templates = "".join(path.read_text() for path in TEMPLATES.glob("*.template"))
    wanted = set(re.findall(r"\$\{(\w+)\}", templates))
    assert wanted == set(SERVICES["nginx"]["environment"]) == set(cluster.proxy.values)
    web = SERVICES["web1"]["environment"]["PORT"]
    given = SERVICES["nginx"]["environment"]
    made = servers([f"web{number}:{web} resolve" for number in (1, 2)])
    assert {name: given[name] for name in made} == made


def test_the_same_redis(cluster):
    command = SERVICES["redis"]["command"]
    assert " ".join(command[1:]) in " ".join(cluster.redis.command())


def test_one_database():
    given = SERVICES["postgres"]["environment"]
    url = SERVICES["web1"]["environment"]["DATABASE_URL"]
    assert url.startswith(f"postgres://{given['POSTGRES_USER']}:${{POSTGRES_PASSWORD")
    assert url.endswith(f"@postgres/{given['POSTGRES_DB']}")


def test_services_start_after_the_services_that_they_need():
    for name, service in SERVICES.items():
        for needed, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                checked = "healthcheck" in SERVICES[needed] or SERVICES[needed]["build"]
                assert checked, (name, needed)
            else:
                assert (needed, SERVICES[needed]["restart"]) == ("migrate", "no")
    for name in SITE:
        assert set(SERVICES[name]["depends_on"]) == {"migrate", "postgres", "redis"}


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_may_use(name):
    """It can't fill the disk with its log, take all memory, write to its image, or get more
    rights.
    """
    service = SERVICES[name]
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["read_only"]
    assert "/tmp" in service["tmpfs"]
    assert service["cap_drop"] == ["ALL"]
    assert bool(service.get("cap_add")) == (name in {"nginx", "backup"})
    assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", ["clock1", "clock2"])
def test_the_health_check_of_a_scheduler(name):
    port = SERVICES[name]["environment"]["METRICS_PORT"]
    assert f"http://127.0.0.1:{port}/healthz" in SERVICES[name]["healthcheck"]["test"]


def test_the_configuration_of_the_proxy_is_in_a_writable_folder():
    [folder] = re.findall(r"NGINX_ENVSUBST_OUTPUT_DIR=(\S+)", DOCKERFILE)
    assert folder in SERVICES["nginx"]["tmpfs"]
    assert re.search(rf'^CMD \["nginx", "-c", "{folder}/nginx.conf", ', DOCKERFILE, re.M)
    assert SERVICES["nginx"]["environment"]["PROXY_FOLDER"] in SERVICES["nginx"]["tmpfs"]


def test_variables_of_the_example_file():
    """The site or the compose file reads each variable, and no variable of the compose file is
    missing.
    """
    assert filled_in() <= set(EXAMPLE)
    assert set(EXAMPLE) <= filled_in() | read_by_the_site()
    defaults = re.findall(r"(?<!\$)\$\{(\w+):-(.*?)\}", (ROOT / "docker-compose.yml").read_text())
    assert {name: EXAMPLE[name] for name, _default in defaults} == dict(defaults)
    assert not EXAMPLE["SECRET_KEY"]
    assert not EXAMPLE["POSTGRES_PASSWORD"]


def test_the_images():
    stages = dict(re.findall(r"^FROM (\S+) AS (\w+)$", DOCKERFILE, re.M))
    assert {service["build"]["target"] for service in SERVICES.values() if "build" in service} <= {
        *stages.values()
    }
    site = DOCKERFILE[DOCKERFILE.index("AS site") : DOCKERFILE.index("AS proxy")]
    assert re.search(r"^USER literature$", site, re.M)
    assert re.search(r"^HEALTHCHECK .*/healthz", site, re.M)
    assert "--require-hashes" in DOCKERFILE
    for source in re.findall(r"^COPY (?!--)(\S+) ", DOCKERFILE, re.M):
        assert (ROOT / source).exists(), source


def test_the_proxy_keeps_the_files_of_every_release(tmp_path):
    """Run the start script of the proxy's image with one release, and then with the next."""
    [script] = re.findall(r"^COPY (\S+) /docker-entrypoint.d/\S+\.sh$", DOCKERFILE, re.M)
    assert os.access(ROOT / script, os.X_OK), "the image passes over what can't be run"
    kept = tmp_path / "static"
    for number in "12":
        release = tmp_path / number
        (release / "js").mkdir(parents=True)
        (release / "js" / f"room.{number}.js").write_text(number)
        (release / "js" / "room.js").write_text(number)
        given = {"PATH": os.environ["PATH"], "PROXY_RELEASE": release, "PROXY_STATIC": kept}
        subprocess.run([ROOT / script], env=given, check=True)
    held = {path.name: path.read_text() for path in (kept / "js").iterdir()}
    assert held == {"room.1.js": "1", "room.2.js": "2", "room.js": "2"}
    static = SERVICES["nginx"]["environment"]["PROXY_STATIC"]
    [volume] = [name for name in COMPOSE["volumes"] if name in str(SERVICES["nginx"]["volumes"])]
    assert f"{volume}:{static}" in SERVICES["nginx"]["volumes"]
    [release] = re.findall(r"^COPY --from=site /site/var/static (\S+)$", DOCKERFILE, re.M)
    assert re.search(rf"^ENV .*PROXY_RELEASE={release}$", DOCKERFILE, re.M)


#: Packages that the running site does not need. The image has all others.
NOT_IN_THE_IMAGE = {"benchmarks", "cluster", "tests"}


def test_content_of_the_image():
    """The image has all packages that the site needs, including new packages. It has no tests and
    no data.
    """
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / path).exists() for path in let_in)
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - NOT_IN_THE_IMAGE == packages & let_in
    assert packages > NOT_IN_THE_IMAGE
    assert {"templates", "static", "locale", "manage.py"} <= let_in
    assert not let_in & {"var", "tests", ".env", ".git"}


@pytest.mark.parametrize("name", ["Dockerfile", "docker-compose.yml", ".env.example"])
def test_no_download_address_is_named(name):
    addresses = re.findall(r"https?://[\w.]+", (ROOT / name).read_text())
    assert set(addresses) <= {"http://127.0.0.1"}
