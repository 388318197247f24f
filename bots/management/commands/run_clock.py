"""Runs the scheduler as a separate process."""

import asyncio
import signal

import uvloop
from django.core.management.base import BaseCommand

from bots import processes, scheduler
from game.live import tracing

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
        tracing.begin()
        await scheduler.run(stop)
