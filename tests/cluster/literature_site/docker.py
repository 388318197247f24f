"""A fake `docker`. It runs the commands for the containers of docker-compose.yml on this machine,
but only with programs that the containers' images have.
"""

import os
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[3]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def main(compose: str, what: str, *words: str) -> None:
    assert compose == "compose"
    options = {"exec": ["-T"], "run": ["--rm"], "stop": [], "up": ["--detach", "--wait"]}[what]
    rest = list(words)
    while rest and rest[0].startswith("-"):
        assert rest.pop(0) in options
    if what in ("stop", "up"):
        assert set(rest) <= set(SERVICES)
        return
    service, *command = rest
    run_in(service, command or SERVICES[service]["command"].split())


def run_in(service: str, command: list[str]) -> None:
    """Run a command. The container of PostgreSQL has PostgreSQL's programs; the container of the
    site has Python and the site.
    """
    if service == "postgres":
        # Inside the container PostgreSQL's user needs no password; here the program needs one.
        password = os.environ["DOCKER_POSTGRES_PASSWORD"]
        port = os.environ["DOCKER_POSTGRES_PORT"]
        environment = {"PGHOST": "127.0.0.1", "PGPORT": port, "PGPASSWORD": password}
        program = f"{os.environ['DOCKER_POSTGRES_PROGRAMS']}/{command[0]}"
    else:
        assert SERVICES[service]["image"] == "literature-site"
        assert command[:2] == ["python", "manage.py"]
        keys = ("DATABASE_URL", "SECRET_KEY")
        environment = {key: os.environ[f"DOCKER_{key}"] for key in keys}
        program = sys.executable
    os.chdir(ROOT)
    os.execve(program, [program, *command[1:]], environment)


main(*sys.argv[1:])
