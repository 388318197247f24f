"""The base class of the connection registries of rooms and replays.

A registry has all connections of one kind in a process and event loop, and their one subscription
to notifications.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from typing import ClassVar, Self
from weakref import WeakKeyDictionary

from live import notifications, subscriber
from live.subscriber import Notification


class ConnectionRegistry(ABC):
    """The connections of one process and event loop.

    ``of_this_loop`` finds a registry exactly as long as it is open. It closes with its last
    connection, before any other task can run. So no connection joins a closing registry, and every
    connection leaves the registry that it joined.
    """

    _open: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Self]]

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        cls._open = WeakKeyDictionary()

    def __init__(self) -> None:
        self._subscription = subscriber.subscribe(self.receive)
        self._tasks = [asyncio.create_task(task) for task in self.background_tasks()]

    @classmethod
    def of_this_loop(cls) -> Self:
        """The open registry of the running event loop.

        If none is open, a new registry is opened.
        """
        loop = asyncio.get_running_loop()
        if loop not in cls._open:
            cls._open[loop] = cls()
        return cls._open[loop]

    @classmethod
    def open_here(cls) -> Self | None:
        """The open registry of the running event loop, or None."""
        return cls._open.get(asyncio.get_running_loop())

    @abstractmethod
    def groups(self) -> set[str]:
        """The notification groups of all rooms or replays that the connections show."""

    @abstractmethod
    def receive(self, message: Notification | None) -> None:
        """Handle a notification. ``None`` means that notifications may have been missed."""

    @abstractmethod
    def background_tasks(self) -> list[Coroutine[object, object, None]]:
        """The tasks that run as long as the registry is open."""

    async def update_subscription(self) -> None:
        """Subscribe to the present ``groups`` and to ``PEOPLE``, and to no others."""
        await self._subscription.set_groups(self.groups() | {notifications.PEOPLE})

    async def close(self) -> None:
        """Close after the last connection has left.

        No other task runs before the first ``await``.
        """
        loop = asyncio.get_running_loop()
        if self._open.get(loop) is self:
            del self._open[loop]
        for task in self._tasks:
            task.cancel()
        await self._subscription.cancel()
