"""The ear: how a process hears the doorbell, and how it notices that it has gone deaf.

A line to Redis can look open and bring nothing any more. So the ear sends itself an echo through
the channel layer; where that stays away it takes a new line, follows everything again, and tells
those who listen to look for what they missed. There is one ear per event loop, since starting a
channel layer anew is felt by all who use it.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

#: How often the ear sends itself an echo, and after how long a silence it takes a new line.
ECHO_SECONDS = 2
DEAF_SECONDS = 5
RETRY_SECONDS = 1

#: Nothing waits longer than this for the channel layer.
LONGEST_CALL = 0.5

#: A ring of this process comes back through the layer soon, among so many others at most.
RINGS_KEPT = 64

ECHO = "echo"
NONE_YET = -1  # of the echoes, which are numbered from 1

#: What a listener is called with: a ring, or None where rings may have been missed. It may answer
#: with what is set once its screens show what was rung for.
Heard = Callable[[dict[str, Any] | None], list[asyncio.Event] | None]


class Listening:
    """Somebody who listens to some groups, until they stop."""

    def __init__(self, ear: "Ear", heard: Heard) -> None:
        self.heard = heard
        self.groups: frozenset[str] = frozenset()
        self._ear = ear

    async def follow(self, groups: set[str]) -> None:
        """Hear these groups and no other. With Redis away, later: the listener is told then."""
        self.groups = frozenset(groups)
        await self._ear.follow_all()

    async def stop(self) -> None:
        """Listen no more."""
        await self._ear.leave(self)


class Ear:
    """The one line to the channel layer of an event loop, for all who listen there.

    It is the registered one exactly as long as somebody listens: nobody joins one that closes.
    """

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._listening: set[Listening] = set()
        self._channel = ""  # empty while nothing can be heard
        self._groups: set[str] = set()
        self._following = asyncio.Lock()
        self._heard_here: deque[dict[str, Any]] = deque(maxlen=RINGS_KEPT)
        self._echoes_sent = 0
        self._echoes_heard = NONE_YET
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._echo())]

    def join(self, heard: Heard) -> Listening:
        """Somebody more listens."""
        listening = Listening(self, heard)
        self._listening.add(listening)
        return listening

    async def leave(self, listening: Listening) -> None:
        """Somebody has stopped; with the last one the ear closes. Does nothing the second time."""
        if listening not in self._listening:
            return
        self._listening.remove(listening)
        if self._listening:
            await self.follow_all()
            return
        loop = asyncio.get_running_loop()
        if _ears.get(loop) is self:
            del _ears[loop]
        try:
            await self.follow_all()
        finally:
            for task in self._tasks:
                task.cancel()

    async def follow_all(self) -> None:
        """Be in the groups that somebody listens to, and in no other."""
        if not self._channel:
            return
        async with self._following:
            wanted = {group for listening in self._listening for group in listening.groups}
            for group in wanted - self._groups:
                if await self._done(self._layer.group_add, group, self._channel):
                    self._groups.add(group)
            for group in self._groups - wanted:
                if await self._done(self._layer.group_discard, group, self._channel):
                    self._groups.discard(group)

    async def _done(self, call: Callable[..., Awaitable[None]], *args: Any) -> bool:
        """Whether the layer did it. After a failure nobody waits for it again on this line."""
        if not self._channel:
            return False
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await call(*args)
        except Exception as error:
            logger.warning("The channel layer does not answer: %r", error)
            self._channel = ""
            return False
        return True

    async def _listen(self) -> None:
        while True:
            try:
                await self._open()
                while True:
                    async with asyncio.timeout(DEAF_SECONDS):
                        self._hear(await self._layer.receive(self._channel))
            except Exception as error:
                logger.warning("The doorbell can't be heard; trying again: %r", error)
                await self._close()
                await asyncio.sleep(RETRY_SECONDS)

    async def _open(self) -> None:
        """Take a line, and follow everything on it. ConnectionError if that can't be done."""
        async with asyncio.timeout(LONGEST_CALL):
            self._channel = await self._layer.new_channel()
        self._groups = set()
        self._heard_here.clear()  # of those nothing will come back on a new line
        self._echoes_heard = NONE_YET
        await self.follow_all()
        await self._send_echo()
        if not self._channel:
            raise ConnectionError("a new line broke at once")

    async def _close(self) -> None:
        """Give the line up, and with it what the layer believes to be connected."""
        self._channel = ""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(LONGEST_CALL):
                await self._layer.flush()

    async def _echo(self) -> None:
        """Keep calling; what comes back is how the ear knows that it hears."""
        while True:
            await asyncio.sleep(ECHO_SECONDS)
            await self._send_echo()

    async def _send_echo(self) -> None:
        self._echoes_sent += 1
        message = {"type": ECHO, "number": self._echoes_sent}
        await self._done(self._layer.send, self._channel, message)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] != ECHO:
            if message in self._heard_here:
                self._heard_here.remove(message)
            else:
                self._tell(message)
            return
        if message["number"] > self._echoes_heard + 1:
            # Whatever kept an echo away may have kept rings away; so may a line that is new.
            self._tell(None)
        self._echoes_heard = message["number"]

    def hear_here(self, groups: Collection[str], message: dict[str, Any]) -> list[asyncio.Event]:
        """A ring from this very process: it is heard now, and not again by way of the layer."""
        self._heard_here.extend(message for group in groups if group in self._groups)
        told = [each for each in self._listening if not each.groups.isdisjoint(groups)]
        return [shown for listening in told for shown in listening.heard(message) or ()]

    def _tell(self, message: dict[str, Any] | None) -> None:
        for listening in self._listening:
            listening.heard(message)


_ears: WeakKeyDictionary[asyncio.AbstractEventLoop, Ear] = WeakKeyDictionary()


def listen(heard: Heard) -> Listening:
    """Call ``heard`` for each ring of the groups that are followed, in the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _ears:
        _ears[loop] = Ear()
    return _ears[loop].join(heard)


def tell_here(groups: Collection[str], message: dict[str, Any]) -> list[asyncio.Event]:
    """Let those hear a ring who listen in the running event loop, without the channel layer.

    What is returned is set once their screens show what was rung for.
    """
    ear = _ears.get(asyncio.get_running_loop())
    return ear.hear_here(groups, message) if ear else []
