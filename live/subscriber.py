"""The subscriber: receives change notifications, and notices when it no longer receives them.

A connection to Redis can look open and deliver nothing. So the subscriber sends echoes to itself
through the channel layer. When no echo returns, it opens a new connection, joins all its groups
again, and tells every subscription that notifications may have been missed. There is one subscriber
for each event loop, because a restart of a channel layer affects everything that uses it.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import TypedDict
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

#: The time between two echoes, and the time without messages after which the subscriber reconnects.
ECHO_SECONDS = 2
SILENCE_SECONDS = 5
RETRY_SECONDS = 1

#: The time limit of a call to the channel layer, except ``receive``.
LONGEST_CALL = 0.5

#: At most this number of local notifications is kept in memory, so that they can be ignored when
#: the layer returns them.
LOCAL_KEPT = 64


class Notification(TypedDict, total=False):
    """A message of the channel layer: an echo, or what has changed (``live.notifications``)."""

    type: str
    game: str
    room: str
    replay: str
    version: int
    person: int


ECHO: Notification = {"type": "echo"}

#: A subscription's callback. It gets a notification, or None if notifications may have been missed.
Receive = Callable[[Notification | None], object]


class Subscription:
    """A subscription to some groups. It lasts until it is cancelled."""

    def __init__(self, subscriber: "Subscriber", receive: Receive) -> None:
        self.receive = receive
        self.groups: frozenset[str] = frozenset()
        self._subscriber = subscriber

    async def set_groups(self, groups: set[str]) -> None:
        """Receive the notifications of these groups, in place of the earlier groups.

        ``receive`` may also get notifications for other subscriptions of this event loop.

        While Redis is down, only notifications of this process arrive. When Redis is back,
        ``receive(None)`` is called.
        """
        self.groups = frozenset(groups)
        await self._subscriber.update_groups()

    async def cancel(self) -> None:
        """Stop receiving notifications."""
        await self._subscriber.remove(self)


class Subscriber:
    """The one connection of an event loop to the channel layer. All subscriptions share it.

    ``subscribe`` finds it exactly as long as it has subscriptions, so no subscription is added to a
    closing subscriber.
    """

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._subscriptions: set[Subscription] = set()
        self._channel = ""  # Empty while there is no working connection.
        self._groups: set[str] = set()
        self._updating = asyncio.Lock()
        self._delivered_locally: deque[Notification] = deque(maxlen=LOCAL_KEPT)
        self._tasks = [asyncio.create_task(self._receive_all()), asyncio.create_task(self._echo())]

    def add(self, receive: Receive) -> Subscription:
        """Add a subscription that has no groups yet."""
        subscription = Subscription(self, receive)
        self._subscriptions.add(subscription)
        return subscription

    async def remove(self, subscription: Subscription) -> None:
        """End a subscription, if it has not ended yet.

        The subscriber closes with its last subscription.
        """
        if subscription not in self._subscriptions:
            return
        self._subscriptions.remove(subscription)
        if self._subscriptions:
            await self.update_groups()
            return
        if open_here() is self:
            del _subscribers[asyncio.get_running_loop()]
        try:
            await self.update_groups()
        finally:
            for task in self._tasks:
                task.cancel()

    async def update_groups(self) -> None:
        """Join the groups of all subscriptions, and leave all other groups."""
        if not self._channel:
            return
        async with self._updating:
            wanted = {group for each in self._subscriptions for group in each.groups}
            for group in wanted - self._groups:
                if await self._call(self._layer.group_add, group, self._channel):
                    self._groups.add(group)
            for group in self._groups - wanted:
                if await self._call(self._layer.group_discard, group, self._channel):
                    self._groups.discard(group)

    async def _call(self, function: Callable[..., Awaitable[None]], *args: object) -> bool:
        """Call the layer, and return whether the call succeeded.

        After a failure, no other call waits for this connection.
        """
        if not self._channel:
            return False
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await function(*args)
        except Exception as error:
            logger.warning("The channel layer does not answer: %r", error)
            self._channel = ""
            return False
        return True

    async def _receive_all(self) -> None:
        while True:
            try:
                await self._open()
                while True:
                    async with asyncio.timeout(SILENCE_SECONDS):
                        self._receive(await self._layer.receive(self._channel))
            except Exception as error:
                logger.warning("No change notifications arrive; trying again: %r", error)
                await self._close()
                await asyncio.sleep(RETRY_SECONDS)

    async def _open(self) -> None:
        """Open a connection, and join all groups. Raise an exception if either fails."""
        async with asyncio.timeout(LONGEST_CALL):
            self._channel = await self._layer.new_channel()
        self._groups = set()
        self._delivered_locally.clear()  # A new connection does not return older messages.
        await self.update_groups()
        await self._send_echo()
        if not self._channel:
            raise ConnectionError("a new connection broke at once")
        for subscription in self._subscriptions:
            subscription.receive(None)

    async def _close(self) -> None:
        """Close the connection, and reset the layer's state for it."""
        self._channel = ""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(LONGEST_CALL):
                await self._layer.flush()

    async def _echo(self) -> None:
        """Send echoes for ever. An echo that returns shows that notifications arrive, too."""
        while True:
            await asyncio.sleep(ECHO_SECONDS)
            await self._send_echo()

    async def _send_echo(self) -> None:
        await self._call(self._layer.send, self._channel, ECHO)

    def _receive(self, message: Notification) -> None:
        if message in self._delivered_locally:
            self._delivered_locally.remove(message)
        elif message != ECHO:
            for subscription in self._subscriptions:
                subscription.receive(message)

    def deliver_locally(self, groups: Collection[str], message: Notification) -> None:
        """Deliver a notification of this process at once.

        When the layer returns the same notification later, it is ignored.
        """
        self._delivered_locally.extend(message for group in groups if group in self._groups)
        for subscription in self._subscriptions:
            if not subscription.groups.isdisjoint(groups):
                subscription.receive(message)


_subscribers: WeakKeyDictionary[asyncio.AbstractEventLoop, Subscriber] = WeakKeyDictionary()


def subscribe(receive: Receive) -> Subscription:
    """Call ``receive`` in the running event loop for each notification.

    The new subscription has no groups until ``set_groups``.
    """
    here = open_here()
    if here is None:
        here = _subscribers[asyncio.get_running_loop()] = Subscriber()
    return here.add(receive)


def open_here() -> Subscriber | None:
    """Return the subscriber of the running event loop, or None."""
    return _subscribers.get(asyncio.get_running_loop())


def deliver_locally(groups: Collection[str], message: Notification) -> None:
    """Deliver a notification to the subscriptions of the running event loop, without the layer."""
    if here := open_here():
        here.deliver_locally(groups, message)
