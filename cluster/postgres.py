"""A PostgreSQL server from Debian's package, with a port and a folder of its own."""

import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from cluster.ports import listening
from cluster.process import LOOK_SECONDS, START_SECONDS, Process, stored_password

#: PostgreSQL refuses to run as root. Debian's package has this user for it.
USER = "postgres"
HOME = Path("/var/lib/postgresql")

VERSION = "PG_VERSION"  # PostgreSQL's data folder has this file.
NAME = "literature"  # The name of the role and of its database.


class Postgres(Process):
    """The database server. If ``durable``, each commit waits for the disk, as in production."""

    # A "fast" shutdown ends all sessions and keeps all commits.
    stop_signal = signal.SIGINT

    def __init__(self, folder: Path, port: int, *, durable: bool) -> None:
        super().__init__("postgres", folder)
        self.port = port
        self.durable = durable
        if os.geteuid() == 0:
            self.user = USER
            # The files in the folder are hidden by their own modes.
            folder.chmod(folder.stat().st_mode | 0o011)
        self.data = self._data_folder(folder / "postgres")
        self.password = stored_password(folder / "postgres-password")

    @property
    def url(self) -> str:
        """The value for DATABASE_URL."""
        return f"postgres://{NAME}:{self.password}@127.0.0.1:{self.port}/{NAME}"

    def _data_folder(self, wanted: Path) -> Path:
        """Return ``wanted``. If PostgreSQL's user can't enter the parent folder, or if an earlier
        release has put the data there, return a folder in that user's home.
        """
        elsewhere = HOME / f"{NAME}-{hashlib.sha256(str(wanted).encode()).hexdigest()[:12]}"
        if self.user and ((elsewhere / VERSION).exists() or not self._can_enter(wanted.parent)):
            return elsewhere
        return wanted

    def _can_enter(self, folder: Path) -> bool:
        test = ["test", "-x", str(folder)]
        return subprocess.run(test, user=self.user, group=self.user, cwd="/").returncode == 0

    def command(self) -> list[str]:
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if self.durable else "off",
            "max_connections": "200",
        }
        settings = [word for key, value in options.items() for word in ("-c", f"{key}={value}")]
        return [program("postgres"), "-D", str(self.data), "-p", str(self.port), *settings]

    def is_well(self) -> bool:
        words = ["pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "2"]
        return subprocess.run([program(words[0]), *words[1:]]).returncode == 0

    def start(self) -> None:
        new = not (self.data / VERSION).exists()
        if new:
            self._make()
        self._start_with_retries()
        if new:
            self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", NAME, NAME)

    def _start_with_retries(self) -> None:
        """Try several times to start. After ``kill -9``, children of the old server may still hold
        the shared memory for a moment.
        """
        end = time.monotonic() + START_SECONDS
        while True:
            self.spawn()
            try:
                self.wait_until_well()
                return
            except RuntimeError:
                if self.runs or listening(self.port) or time.monotonic() > end:
                    raise
                time.sleep(LOOK_SECONDS)

    def _make(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        if self.user:
            shutil.chown(self.data, self.user, self.user)
        with tempfile.NamedTemporaryFile("w") as password:
            password.write(self.password)
            password.flush()
            if self.user:
                shutil.chown(password.name, self.user, self.user)
            who = ["-U", NAME, "-A", "scram-sha-256", "--pwfile", password.name]
            self._run("initdb", "-D", str(self.data), *who, "-E", "UTF8", "-N")

    def _run(self, name: str, *words: str) -> None:
        with self.log.open("ab") as log:
            subprocess.run(
                [program(name), *words],
                check=True,
                cwd="/",
                env={**os.environ, "PGPASSWORD": self.password},
                stdout=log,
                stderr=log,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

    def remove(self) -> None:
        """Delete the data."""
        shutil.rmtree(self.data, ignore_errors=True)


def program(name: str) -> str:
    """Return the path of a program in the newest installed version."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    newest = max(versions, key=lambda path: int(path.parts[-2]), default=None)
    if newest is None:
        raise RuntimeError("PostgreSQL is not installed (Debian: postgresql)")
    return str(newest / name)
