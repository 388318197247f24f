"""Fast databases for tests: copies of a database with all migrations, and a fast way to
empty them.
"""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections, transaction
from django.test import TransactionTestCase

from tests.cluster.kit.site_process import migrated_database

#: The environment variable with the name of a migrated database in the PostgreSQL server.
TEMPLATE = "TEST_DATABASE_TEMPLATE"
#: Migrations make the rows of these tables. Tests do not change them.
MADE_BY_MIGRATING = {"django_content_type", "auth_permission"}


def some_on_postgres(values: Iterable[str], *chosen: str) -> list[Any]:
    """Return the values of a test, of which only these ``chosen`` run on PostgreSQL, too."""
    return [
        pytest.param(value, marks=pytest.mark.postgres) if value in chosen else value
        for value in values
    ]


def use_copy_in_sqlite(folder: Path) -> None:
    """Use a copy of a migrated database, because migrating takes seconds."""
    database = settings.DATABASES["default"]
    # The database is a file, because threads do not see each other's locks in a database in memory.
    copy = folder / "test.sqlite3"
    shutil.copy(migrated_database(), copy)
    database["TEST"] |= {"NAME": str(copy), "MIGRATE": False}
    database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"


def use_own_part_of_postgres(worker: str) -> None:
    """Give each pytest process its own database in the server. It is a copy of a migrated database
    if there is one.
    """
    database = settings.DATABASES["default"]
    database["TEST"]["NAME"] = f"test_{database['NAME']}_{worker}"
    if template := os.environ.get(TEMPLATE):
        database["TEST"] |= {"TEMPLATE": template, "MIGRATE": False}


def empty_quickly() -> None:
    """Make tests with transactions delete their rows at the end.

    Django's ``flush`` takes ten times as long, because it makes permissions and content types
    again.
    """
    TransactionTestCase._fixture_teardown = _delete_rows  # type: ignore[attr-defined]


def _delete_rows(test: TransactionTestCase) -> None:
    for name in test._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        connection = connections[name]
        tables = connection.introspection.django_table_names(only_existing=True)
        with transaction.atomic(using=name), connection.cursor() as cursor:
            for table in sorted(set(tables) - MADE_BY_MIGRATING):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
