"""Backups, made and restored by the commands in docs/operations.md. The site runs during the
backup, and the game continues after the restore.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
import yaml
from psycopg import connect

from cluster.ports import free_port
from cluster.postgres import Postgres, program
from tests import ROOT
from tests.cluster.kit.site_process import Program, Site, live_site, simple_move
from tests.waiting import PATIENCE, wait_until

SERVICE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["backup"]


def commands(database):
    """Return the commands in the document's section about this database."""
    text = (ROOT / "docs" / "operations.md").read_text()
    section = re.search(rf"^### {database}\n(.*?)^###", text, re.MULTILINE | re.DOTALL)
    assert section
    return re.findall(r"```sh\n(.*?)```", section[1], re.DOTALL)


def run(script, folder, **environment):
    """Run commands of the document in a checkout, like an operator. Return the output."""
    programs = (
        f"{Path(sys.executable).parent}:{Path(program('pg_dump')).parent}:{os.environ['PATH']}"
    )
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": programs, "SECRET_KEY": "s", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Evening:
    """A person who plays with five bots, and continues on the restored site."""

    def __init__(self, site):
        self.person = Program(site, "Asha")
        self.code = self.person.done("/play/")["code"]
        self.chance = Random(1)

    def play(self, moves):
        """Play on for this number of moves, or fewer if the game ends. Return ``state.json``."""
        state = self.person.state(self.code)
        wanted, end = state["version"] + moves, time.monotonic() + PATIENCE
        while state["version"] < wanted and state["phase"] != "finished":
            assert time.monotonic() < end, state
            move = simple_move(state, self.chance) if state["turn"] == state["you"] else None
            if move:
                self.person.move(self.code, move, state["version"])
                state = self.person.state(self.code)
            else:
                state = self.person.wait_past(self.code, state["version"])
        return state

    def moved_to(self, site):
        """Use the same browser with another site."""
        self.person.site = site
        self.person.http.base_url = site.url
        self.person.http.headers["Referer"] = f"{site.url}/"


@pytest.mark.cluster
def test_backup_and_restore_of_sqlite(tmp_path):
    back_up, restore = commands("SQLite")
    backup = tmp_path / "backup.sqlite3"
    with live_site(tmp_path) as site:
        evening = Evening(site)
        before = evening.play(12)
        run(back_up, ROOT, DATABASE_URL=site.environment["DATABASE_URL"], BACKUP=str(backup))
        log = evening.play(12)["log"]
        site.kill()
    # The machine for the restore has an old database, with data in its -wal file.
    checkout = checkout_in(tmp_path)
    shutil.copy(site.database, checkout / "var" / "db.sqlite3")
    (checkout / "var" / "db.sqlite3-wal").write_bytes(b"\x37\x7f\x06\x82 of another time")
    url = f"sqlite:///{checkout}/var/db.sqlite3"
    said = run(restore, checkout, BACKUP=str(backup), DATABASE_URL=url)
    assert said.endswith("1 game checked, 0 wrong\n")
    goes_on(evening, tmp_path, url, before, log)


def checkout_in(folder):
    """Make a checkout for the document's commands. It has links to this checkout, but its own var
    folder.
    """
    checkout = folder / "checkout"
    checkout.mkdir()
    for each in ROOT.iterdir():
        if each.name not in {"var", ".git"}:
            (checkout / each.name).symlink_to(each)
    (checkout / "var").mkdir()
    return checkout


def goes_on(evening, folder, url, before, log):
    """Check that the restored site has the saved data, and continue the game."""
    folder = folder / "restored"
    folder.mkdir()
    with live_site(folder, DATABASE_URL=url) as site:
        evening.moved_to(site)
        restored = evening.person.state(evening.code)
        # The person has the same seat, and the log begins in the same way.
        assert restored["you"] == before["you"]
        assert restored["version"] >= before["version"]
        assert before["log"] == log[: len(before["log"])]
        assert restored["log"][: len(before["log"])] == before["log"]
        after = evening.play(12)
        assert after["version"] > restored["version"] or after["phase"] == "finished"
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []


@pytest.mark.cluster
def test_backup_and_restore_of_postgresql(tmp_path, postgres_url):
    back_up, restore = commands("PostgreSQL")
    backup = tmp_path / "backup.dump"
    first, second = new_database(postgres_url, "evening"), new_database(postgres_url, "restored")
    with live_site(tmp_path, DATABASE_URL=first) as site:
        evening = Evening(site)
        before = evening.play(12)
        run(back_up, ROOT, DATABASE_URL=first, BACKUP=str(backup))
        log = evening.play(12)["log"]
        site.kill()
    said = run(restore, ROOT, DATABASE_URL=second, BACKUP=str(backup))
    assert said.endswith("1 game checked, 0 wrong\n")
    goes_on(evening, tmp_path, second, before, log)


def of_the_service(words, folder):
    """A command of the service `backup` in docker-compose.yml, with the default settings. It runs
    here, with `folder` as the folder of the backups.
    """
    words = re.sub(r"(?<!\$)\$\{\w+:-(.*?)\}", r"\1", words).replace("$$", "$")
    [script] = [mount.split(":") for mount in SERVICE["volumes"] if "backup.sh" in mount]
    return words.replace(script[1], str(ROOT / script[0])).replace("/backups", str(folder))


@pytest.mark.cluster
def test_the_service_that_makes_backups(tmp_path, postgres_url):
    """It makes a backup if the newest is a day old, deletes the oldest, and what it made can be
    restored.
    """
    _back_up, restore = commands("PostgreSQL")
    kept = tmp_path / "kept"
    kept.mkdir()
    for day in range(10, 24):
        old = kept / f"literature-2020-01-{day}T000000Z.dump"
        old.touch()
        os.utime(old, (0, 0))
    is_well = ["sh", "-c", of_the_service(SERVICE["healthcheck"]["test"], kept)]
    assert subprocess.run(is_well).returncode != 0
    first, second = new_database(postgres_url, "evening"), new_database(postgres_url, "restored")
    with live_site(tmp_path, DATABASE_URL=first) as site:
        evening = Evening(site)
        before = evening.play(12)
        service = subprocess.Popen(
            of_the_service(SERVICE["command"], kept).split(),
            env={"DATABASE_URL": first, "PATH": f"{Path(program('pg_dump')).parent}:/usr/bin:/bin"},
            start_new_session=True,
        )
        try:
            wait_until("a backup", lambda: subprocess.run(is_well).returncode == 0)
            wait_until("the oldest is deleted", lambda: len(list(kept.iterdir())) == 14)
        finally:
            os.killpg(service.pid, signal.SIGKILL)
            service.wait()
        log = evening.play(12)["log"]
        site.kill()
    newest = max(kept.iterdir())
    assert newest.stat().st_mode & 0o777 == 0o600
    said = run(restore, ROOT, DATABASE_URL=second, BACKUP=str(newest))
    assert said.endswith("1 game checked, 0 wrong\n")
    goes_on(evening, tmp_path, second, before, log)


@pytest.mark.cluster
def test_a_backup_that_fails_deletes_nothing(tmp_path):
    old = tmp_path / "literature-2020-01-01T000000Z.dump"
    old.touch()
    url = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    with pytest.raises(AssertionError, match="refused"):
        run(f"{ROOT}/deploy/backup.sh {tmp_path} 1", tmp_path, DATABASE_URL=url)
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.cluster
def test_backup_and_restore_of_containers(tmp_path):
    """There is no container engine. A fake `docker` runs the programs of each image."""
    back_up, restore = commands("PostgreSQL in containers")
    backup = tmp_path / "backup.dump"
    postgres = Postgres(tmp_path, free_port(), durable=False)
    docker = {
        "DOCKER_POSTGRES_PORT": str(postgres.port),
        "DOCKER_POSTGRES_PROGRAMS": str(Path(program("pg_dump")).parent),
        "DOCKER_DATABASE_URL": postgres.url,
        "DOCKER_POSTGRES_PASSWORD": postgres.password,
        "DOCKER_SECRET_KEY": "s",
        "BACKUP": str(backup),
        "PATH": f"{fake_docker(tmp_path)}:{os.environ['PATH']}",
    }
    try:
        postgres.start()
        with live_site(tmp_path, DATABASE_URL=postgres.url) as site:
            evening = Evening(site)
            before = evening.play(12)
            run(back_up, tmp_path, **docker)
            log = evening.play(12)["log"]
            site.kill()
        said = run(restore, tmp_path, **docker)
        assert said.endswith("1 game checked, 0 wrong\n")
        goes_on(evening, tmp_path, postgres.url, before, log)
    finally:
        postgres.kill()
        postgres.remove()


def fake_docker(folder):
    """Make a program named `docker`. Return its folder."""
    path = folder / "bin" / "docker"
    path.parent.mkdir()
    substitute = Path(__file__).with_name("docker.py")
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {substitute} "$@"\n')
    path.chmod(0o755)
    return path.parent


def new_database(url, name):
    """Make an empty database on the same server. Return its URL."""
    with connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return f"{url.rpartition('/')[0]}/{name}"


@pytest.mark.cluster
def test_a_backup_never_overwrites_another(tmp_path):
    site = Site(tmp_path)
    site.manage("migrate")
    backup = tmp_path / "backup.sqlite3"
    assert "bytes" in site.manage("backup", str(backup))
    kept = backup.read_bytes()
    with pytest.raises(AssertionError, match="already exists"):
        site.manage("backup", str(backup))
    assert backup.read_bytes() == kept
    with pytest.raises(AssertionError, match="nowhere"):
        site.manage("backup", str(tmp_path / "nowhere" / "backup.sqlite3"))
    assert not list(tmp_path.glob("*.unfinished"))
