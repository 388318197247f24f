"""``python -m cluster`` runs all servers on the loopback address until Ctrl-C. Their data is in
var/cluster. At the start the command says where the database is.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

from environs import Env

from cluster.cluster import Cluster, Ports
from cluster.site import MANAGE, ROOT

LOOK_SECONDS = 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m cluster", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "cluster")
    folder = parser.parse_args().folder
    if not (ROOT / "var" / "pages" / "413.html").exists():  # `make setup` makes these files, too.
        for words in (["collectstatic", "--noinput", "--verbosity", "0"], ["proxy_pages"]):
            subprocess.run([*MANAGE, *words], check=True)
    os.umask(0o077)  # Other users of the machine must not read data, passwords or logs.
    cluster = described(folder)
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    try:
        cluster.start()
        print(f"Literature is open at {cluster.url}/", flush=True)
        print(f"Logs are in {cluster.folder}, and the database is in {cluster.postgres.data}.")
        print(f"To use manage.py with this cluster, begin the command with {variables(cluster)}")
        print("Ctrl-C stops it.", flush=True)
        keep(cluster, done)
    except RuntimeError as error:
        sys.exit(str(error))
    finally:
        cluster.stop()


def described(folder: Path) -> Cluster:
    """Return the cluster that the environment and `.env` describe. The containers use the same
    variables, except those that begin with CLUSTER_.
    """
    env = Env()
    env.read_env(str(ROOT / ".env"), recurse=False)
    webs = env.int("CLUSTER_WEBS", 2)
    schedulers = env.int("CLUSTER_CLOCKS", 2)
    first = env.int("CLUSTER_WEB_PORT", 8101)
    first_scheduler = env.int("CLUSTER_CLOCK_PORT", 8201)
    ports = Ports(
        http=env.int("HTTP_PORT", 8080),
        https=env.int("HTTPS_PORT", 8443),
        postgres=env.int("CLUSTER_POSTGRES_PORT", 8432),
        redis=env.int("CLUSTER_REDIS_PORT", 8379),
        webs=tuple(range(first, first + webs)),
        schedulers=tuple(range(first_scheduler, first_scheduler + schedulers)),
    )
    certificates = ROOT / env.str("CERTIFICATES", "var/certificates")
    return Cluster(
        folder,
        ports=ports,
        certificate=certificates if env.str("TLS", "off") == "on" else None,
        durable=True,
    )


def variables(cluster: Cluster) -> str:
    """Return the variables with which ``manage.py`` uses the cluster's database and Redis, as a
    shell reads them. Instead of each password it has the file, so that no log has a password.
    """
    words = []
    for name, server in (("DATABASE_URL", cluster.postgres), ("REDIS_URL", cluster.redis)):
        file = shlex.quote(str(cluster.folder.absolute() / f"{server.name}-password"))
        words.append(f"{name}={server.url.replace(server.password, f'$(cat {file})')}")
    return " ".join(words)


def keep(cluster: Cluster, done: threading.Event) -> None:
    """Restart each process that has ended by itself, as `restart: unless-stopped` does for
    containers.
    """
    while not done.wait(LOOK_SECONDS):
        for process in cluster.processes.values():
            if not process.runs:
                print(f"{process.name} ended; it is started again", flush=True)
                process.spawn()


main()
