"""Sets up the site with an empty database, inside the process that runs a benchmark."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable


def measure_on_each(
    doc: str | None, what: str, number: int, measure: Callable[[int], None]
) -> None:
    """Call ``measure`` on new databases, SQLite and PostgreSQL: each time in a new process, because
    a process can't change its database. The command line may change the ``number`` of ``what``.
    """
    words = argparse.ArgumentParser(description=doc)
    words.add_argument(f"--{what}", dest="number", type=int, default=number)
    words.add_argument("--on", choices=("sqlite", "postgresql"), help="one of them only")
    words.add_argument("--here", action="store_true", help="on DATABASE_URL, which must be empty")
    chosen = words.parse_args()

    def run(url: str) -> None:
        command = [sys.executable, *sys.orig_argv[1:], "--here"]
        subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=True)

    if chosen.here:
        measure(chosen.number)
        return
    if chosen.on != "postgresql":
        with tempfile.TemporaryDirectory(prefix="literature-measured-") as folder:
            run(f"sqlite:///{folder}/db.sqlite3")
    if chosen.on != "sqlite":
        from tests.cluster.kit.servers import postgres_server

        with postgres_server() as url:
            run(url)


def set_up() -> None:
    """Set up Django with new tables in ``DATABASE_URL``, for requests by its test client.

    Call this before importing anything from the site. WhiteNoise is switched off, because it needs
    collected files.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "literature_site.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "whitenoise" not in each]
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    call_command("migrate", verbosity=0)
