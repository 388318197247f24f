"""Runs the scheduler as a separate process."""

import asyncio
import os
import signal

import uvloop
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from bots import scheduler
from bots.metrics_server import serve_metrics
from game import processes

#: People's moves come before moves of bots.
NICE = 5


class Command(BaseCommand):
    help = "Make the moves of bots and of players whose time has run out."

    def handle(self, **options: object) -> None:
        processes.lower_priority(NICE)
        uvloop.run(self.run())

    async def run(self) -> None:
        stop = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        if settings.METRICS_PORT:
            host, port = os.environ.get("HOST", "127.0.0.1"), settings.METRICS_PORT
            try:
                serve_metrics(host, port)
            except OSError as error:
                raise CommandError(
                    _("The metrics can’t be shown on %(host)s, port %(port)s. Choose another port.")
                    % {"host": host, "port": port}
                ) from error
        await scheduler.run(stop)
