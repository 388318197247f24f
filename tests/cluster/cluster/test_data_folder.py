"""Where PostgreSQL has its data, if root starts the cluster."""

import os
import tempfile
from pathlib import Path

import pytest

from cluster import postgres
from cluster.postgres import Postgres

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(os.geteuid() != 0, reason="root alone needs another user"),
]


@pytest.fixture
def parent(monkeypatch, tmp_path):
    """A folder that everybody may enter."""
    monkeypatch.setattr(postgres, "HOME", tmp_path)
    with tempfile.TemporaryDirectory(prefix="literature-cluster-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def folder(parent):
    """The folder of the cluster, as `make cluster` makes it: for nobody else."""
    folder = parent / "cluster"
    folder.mkdir(mode=0o700)
    return folder


def test_the_data_is_in_the_folder_of_the_cluster(folder):
    assert Postgres(folder, 0, durable=True).data == folder / "postgres"
    assert folder.stat().st_mode & 0o777 == 0o711


def test_a_database_of_an_earlier_release_stays_where_it_is(folder, parent):
    parent.chmod(0o700)
    earlier = Postgres(folder, 0, durable=True).data
    assert earlier.parent == postgres.HOME
    earlier.mkdir()
    (earlier / "PG_VERSION").touch()
    parent.chmod(0o755)
    assert Postgres(folder, 0, durable=True).data == earlier


def test_the_data_is_elsewhere_if_its_user_may_not_enter(folder, parent):
    parent.chmod(0o700)
    assert Postgres(folder, 0, durable=True).data.parent == postgres.HOME
