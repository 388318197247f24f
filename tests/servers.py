"""Database servers that live as long as the tests, on ports of their own."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    """A port that nothing listened at a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening(port: int) -> bool:
    """Whether something listens at `port` now."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for_port(port: int, seconds: float = 20) -> None:
    """Return when something listens at `port`; TimeoutError if nothing does in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if listening(port):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens at port {port}")


@contextmanager
def postgres_server() -> Iterator[str]:
    """A new PostgreSQL cluster; gives a DATABASE_URL."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    # PostgreSQL will not run as root; Debian's package brings a user for it.
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="literature-postgres-"))
    if prefix:
        shutil.chown(folder, "postgres")
    port = free_port()

    def run(*command: object) -> None:
        words = [*prefix, *map(str, command)]
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off"
    try:
        run(programs / "initdb", "-D", folder / "data", "-U", "literature", "-A", "trust")
        control = (programs / "pg_ctl", "-D", folder / "data", "-w")
        run(*control, "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgres://literature@127.0.0.1:{port}/postgres"
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@contextmanager
def redis_server() -> Iterator[str]:
    """A new Redis that stores nothing on disk; gives a REDIS_URL."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()
