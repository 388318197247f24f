"""Runs the site with Daphne. If RUN_CLOCK is on, the scheduler shares Daphne's event loop."""

import asyncio
import contextlib
import gc
import logging
import os
import resource
import sys
import threading
from pathlib import Path
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _

from literature_site.checks import is_loopback

logger = logging.getLogger(__name__)

SCHEDULER_RESTART_SECONDS = 1

#: The time after which a busy thread lets another thread run (Python's default is 5 ms). A page
#: waits for about a dozen answers from the database. After each answer its thread may have to wait
#: for a busy thread, so this time must be short.
SWITCH_SECONDS = 0.0005
STOP_SECONDS = 1.5

#: The number of connections that may wait until they are accepted (Twisted's default is 50). When
#: all pages reconnect at once, a smaller number would refuse many of them. They would try again
#: only after seconds, and nginx would give up.
WAITING = 1024

OPEN_FILES = 65536


class Command(BaseCommand):
    help = "Serve the site in one process, with bots and the scheduler."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"))
        parser.add_argument(
            "--migrate", action="store_true", help="run the migrations of the database first"
        )

    def handle(self, *, host: str, port: int, migrate: bool, **options: object) -> None:
        if migrate:
            call_command("migrate", verbosity=0)

        if not (settings.BEHIND_PROXY or is_loopback(host)):
            logger.warning(_("%s is open to other machines, but no proxy protects the site"), host)
        hide_files_from_others()

        # Importing Daphne makes its event loop. So no other command may import it. With uvloop a
        # move takes a tenth less processor time.
        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        from daphne.server import reactor, twisted_loop

        from literature_site.asgi import application
        from literature_site.server import SiteServer

        sys.setswitchinterval(SWITCH_SECONDS)
        asyncio.set_event_loop(twisted_loop)
        if settings.RUN_CLOCK:
            start_scheduler(twisted_loop, reactor)
        # A thread that hangs must not keep the process alive. No move is lost: every acknowledged
        # move is stored.
        reactor.addSystemEventTrigger("before", "shutdown", exit_soon)

        interface = host.replace(":", r"\:")  # Colons separate the parts of an endpoint.
        server: Any = SiteServer(
            application,
            endpoints=[f"tcp:port={port}:backlog={WAITING}:interface={interface}"],
            # By default each socket is closed after a day, with a close code after which htmx does
            # not reconnect.
            websocket_timeout=-1,
            # A table loads about forty small files, so short headers save a lot.
            server_name="",
            application_close_timeout=STOP_SECONDS,
            ready_callable=lambda: self.ready(server, host, port),
        )
        server.run()
        if server.abort_start:
            raise CommandError(
                _(
                    "The server can’t listen on %(host)s, port %(port)s. Choose another host or "
                    "port."
                )
                % {"host": host, "port": port}
            )

    def ready(self, server: Any, host: str, port: int) -> None:
        from bots import thinking
        from game.presentation.rendering import load_templates

        allow_many_files()
        server.prepare()
        load_templates()
        freeze_loaded_objects()
        shown = f"[{host}]" if ":" in host else host
        message = _("Literature is open at %(url)s") % {"url": f"http://{shown}:{port}/"}
        if settings.LOG_FORMAT == "json":
            logger.info(message)  # Every line of the output is JSON.
        else:
            self.stdout.write(message)
            self.stdout.flush()
        thinking.prepare()


def allow_many_files() -> None:
    """Raise the limit of open files, which include sockets, to ``OPEN_FILES``, or as far as the
    machine allows. The default in a shell is about a thousand.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def freeze_loaded_objects() -> None:
    """Exempt all objects that are loaded now from garbage collection.

    Nearly all of them live as long as the process. If they were not exempt, each full
    collection would look at all of them, and every table of the process would wait for a tenth of a
    second.
    """
    gc.collect()
    gc.freeze()


def hide_files_from_others() -> None:
    """Make the SQLite database unreadable for other users of the machine. Other users may still
    enter the folder `var/`, because the proxy and PostgreSQL have folders in it.
    """
    # The name of a PostgreSQL database is no path, and a folder may have the same name.
    endings = ("", "-wal", "-shm") if connection.vendor == "sqlite" else ()
    files = [(Path(f"{connection.settings_dict['NAME']}{ending}"), 0o600) for ending in endings]
    for path, mode in [(settings.VAR_DIR, 0o711), *files]:
        # If the file is missing, or belongs to another user (as in a container), do nothing.
        with contextlib.suppress(OSError):
            path.chmod(mode)


def start_scheduler(loop: asyncio.AbstractEventLoop, reactor: Any) -> None:
    """Start the scheduler in `loop`. At shutdown, let it finish its present move."""
    from twisted.internet.defer import Deferred

    stop = asyncio.Event()
    task = loop.create_task(keep_scheduler(stop))

    def finish() -> Deferred:
        stop.set()
        # If the scheduler is still running after STOP_SECONDS, it ends with the process.
        return Deferred.fromFuture(task)

    reactor.addSystemEventTrigger("before", "shutdown", finish)


async def keep_scheduler(stop: asyncio.Event) -> None:
    """Run the scheduler until `stop` is set. If it fails, log the error and start it again."""
    while not stop.is_set():
        try:
            from bots.scheduler import run

            await run(stop)
        except Exception:
            logger.exception(
                "The scheduler failed; it starts again in %s s", SCHEDULER_RESTART_SECONDS
            )
            await asyncio.sleep(SCHEDULER_RESTART_SECONDS)


def exit_soon() -> None:
    """Kill the process if the shutdown takes too long."""
    timer = threading.Timer(STOP_SECONDS, os._exit, [0])
    timer.daemon = True
    timer.start()
