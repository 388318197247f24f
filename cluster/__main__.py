"""``python -m cluster``: the whole set on loopback until Ctrl-C, with its data in var/cluster."""

import signal
import sys
import threading

from environs import Env

from cluster.cluster import Cluster, Ports
from cluster.site import ROOT

FOLDER = ROOT / "var" / "cluster"
LOOK_SECONDS = 1


def main() -> None:
    env = Env()
    # The same file that the containers read; what is in the environment already goes first.
    env.read_env(str(ROOT / ".env"), recurse=False)
    webs, clocks = env.int("CLUSTER_WEBS", 2), env.int("CLUSTER_CLOCKS", 2)
    ports = Ports(
        proxy=env.int("PORT", 8080),
        postgres=env.int("CLUSTER_POSTGRES_PORT", 8432),
        redis=env.int("CLUSTER_REDIS_PORT", 8379),
        webs=tuple(range(8101, 8101 + webs)),
    )
    cluster = Cluster(FOLDER, webs=webs, clocks=clocks, ports=ports, durable=True)
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    try:
        cluster.start()
        print(f"Literature is open at {cluster.url}/", flush=True)
        print(f"Logs and data: {FOLDER}. Ctrl-C stops it.", flush=True)
        keep(cluster, done)
    except RuntimeError as error:
        sys.exit(str(error))
    finally:
        cluster.stop()


def keep(cluster: Cluster, done: threading.Event) -> None:
    """Start again whatever ends by itself, as the containers' `restart: unless-stopped` does."""
    while not done.wait(LOOK_SECONDS):
        for process in cluster.processes.values():
            if not process.runs:
                print(f"{process.name} ended; it is started again", flush=True)
                process.spawn()


main()
