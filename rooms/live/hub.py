"""The hub: per process and room, one reader that feeds every socket of that room.

A ring of the doorbell, a new socket or the beat only says "look again". The hub then reads the
room once, renders the public part once and each viewer's own part, and puts what is newer than a
socket has into that socket's bounded queue. A socket that does not keep up is closed; its page
comes back and gets the present. A process holds nothing here that it could not read again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from game.live import notifications, subscriber
from game.live.connections import ELSEWHERE, NO_RIGHT, NO_SESSION, NOTHING_HERE, Outgoing
from game.live.threads import in_thread
from game.refusals import Refused
from rooms.live import presence, rendering, spectators
from rooms.live.updates import NOTHING_SENT, Memory, Wanted, read_news
from rooms.models import Room

logger = logging.getLogger(__name__)

BEAT_SECONDS = 4
#: The part of that in which all rooms of a process have theirs, one after the other.
BEAT_SHARE = 0.25
NOT_RUNG = -1

#: More sockets than this of one person in one room are a mistake, or worse.
MOST_SOCKETS = 12

# Not the one thread that all consumers share: a slow reading of one room delays no other.
_readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="hub")


@dataclass(eq=False, kw_only=True)
class Socket(Outgoing):
    """A page or a program at a room: in which form it wants the news, and what it was sent."""

    wants_json: bool = False
    tab: str = ""
    sent: tuple[int, int] = NOTHING_SENT
    silent: bool = True

    @property
    def wanted(self) -> Wanted:
        """What the next reading is to be rendered for."""
        return self.user_id, self.wants_json, self.sent

    def put(self, text: str) -> None:
        """Queue ``text``, which also says that the line is alive."""
        self.silent = False
        super().put(text)

    def beat(self, text: str) -> None:
        """Say that the line is alive, unless something else has said so since the last time."""
        if self.silent and not self.wants_json:
            self.put(text)
        self.silent = True


class RoomHub:
    """The sockets of one room in this process."""

    def __init__(self, code: str, follow_game: Callable[[], Awaitable[None]]) -> None:
        self.code = code
        self._follow_game = follow_game
        self.sockets: set[Socket] = set()
        self.game_id: str | None = None
        self.seat_ids: set[int] = set()
        self.watcher_ids: set[int] = set()
        self._memory = Memory()
        self._read_anew = True
        self._rung = NOT_RUNG
        self._stale = asyncio.Event()
        #: Set while all that this hub has heard of has been sent to its sockets.
        self.shown = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def make_room_for(self, newcomer: Socket) -> None:
        """Somebody with very many sockets in a room gives up the others."""
        own = [socket for socket in self.sockets if socket.user_id == newcomer.user_id]
        if len(own) >= MOST_SOCKETS:
            for socket in own:
                socket.end(ELSEWHERE)

    def wake(self) -> None:
        """There may be anything new to read."""
        self._read_anew = True
        self._look()

    def hear(self, message: dict[str, Any]) -> bool:
        """A ring of the doorbell; whether it is for this room, or for the game that is on in it."""
        its_game = self.game_id is not None and message.get("game") == self.game_id
        its_room = message.get("room") == self.code
        if its_room:
            self.wake()
        elif its_game and message["version"] > self._rung:
            # One that comes twice, or late, tells of what is being read already.
            self._rung = message["version"]
            self._look()
        return its_room or its_game

    def _look(self) -> None:
        self.shown.clear()
        self._stale.set()

    def stop(self) -> None:
        """The last socket has gone."""
        self._task.cancel()
        self.shown.set()

    async def _run(self) -> None:
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                await self._refresh()
            except Exception:
                # The next ring or beat tries again; until then the page polls or waits.
                self._read_anew, self._rung = True, NOT_RUNG
                logger.exception("Room %s could not be read", self.code)
            await asyncio.sleep(0)  # the sockets send what they were given
            if not self._stale.is_set():
                self.shown.set()

    async def _refresh(self) -> None:
        waiting = set(self.sockets)
        wanted = {socket.wanted for socket in waiting}
        if self._read_anew:
            self._read_anew = False
            self._memory.forget()
        try:
            news = await in_thread(_readers, read_news, self.code, wanted, self._memory)
        except Refused as refused:
            if refused.code == "newer_rules":
                raise  # no fault of the room's: a newer process shows it, and the page polls on
            for socket in waiting:
                socket.end(NOTHING_HERE)
            return
        self.seat_ids, self.watcher_ids = news.seat_ids, news.watcher_ids
        if not self._stale.is_set():
            self._rung = news.versions[1]  # what is there, whatever was rung
        for socket in waiting:
            text = news.texts.get(socket.wanted)
            if socket.user_id in news.barred:
                socket.end(NO_RIGHT)
            elif socket.tab and news.tabs.get(socket.user_id, socket.tab) != socket.tab:
                socket.end(ELSEWHERE)
            elif text is not None:
                socket.sent = news.versions
                socket.put(text)
        if self.game_id != news.game_id:
            self.game_id, self._rung = news.game_id, NOT_RUNG
            await self._follow_game()
            # A move may have been made before its doorbell could be heard.
            self.wake()


class Switchboard:
    """All hubs of one process and event loop, and the one line on which they hear the doorbell.

    It is the registered one exactly as long as it is open: it closes with its last socket, before
    anything else can run, so nobody joins one that is closing. A socket leaves the one it joined.
    """

    def __init__(self) -> None:
        self.hubs: dict[str, RoomHub] = {}
        self._listening = subscriber.listen(self._heard)
        self._beating = asyncio.create_task(self._beat())
        self._look_at_people = asyncio.Event()
        self._looking = asyncio.create_task(self._watch_people())

    async def join(self, code: str, socket: Socket) -> None:
        """A socket has opened: it gets the present, and then what is new."""
        hub = self.hubs.get(code)
        if hub is None:
            hub = self.hubs[code] = RoomHub(code, self._follow_all)
        hub.make_room_for(socket)
        hub.sockets.add(socket)
        await self._follow_all()
        hub.wake()

    async def leave(self, code: str, socket: Socket) -> None:
        """A socket that joined here has closed; the second time this does nothing."""
        hub = self.hubs.get(code)
        if hub is None or socket not in hub.sockets:
            return
        hub.sockets.remove(socket)
        if hub.sockets:
            return
        hub.stop()
        del self.hubs[code]
        if self.hubs:
            await self._follow_all()
        else:
            # Nothing is listened for until somebody comes.
            self._close()
            await self._listening.stop()

    def _close(self) -> None:
        """Whoever comes from now on finds a new switchboard. Waits for nothing."""
        loop = asyncio.get_running_loop()
        if _switchboards.get(loop) is self:
            del _switchboards[loop]
        self._beating.cancel()
        self._looking.cancel()

    async def _follow_all(self) -> None:
        """Hear of all that is shown here, and of nothing else."""
        rooms = {notifications.room_group(code) for code in self.hubs}
        games = {notifications.game_group(hub.game_id) for hub in self.hubs.values() if hub.game_id}
        await self._listening.follow(rooms | games | {notifications.PEOPLE})

    def _heard(self, message: dict[str, Any] | None) -> list[asyncio.Event]:
        if message is None:
            for hub in self.hubs.values():
                hub.wake()
        elif "person" in message:
            for socket in self._sockets():
                socket.hear(message)
            self._look_at_people.set()
        else:
            return [hub.shown for hub in self.hubs.values() if hub.hear(message)]
        return []

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS * (1 - BEAT_SHARE))
            try:
                await self._beat_once()
            except Exception:
                logger.exception("A beat failed")

    async def _beat_once(self) -> None:
        """One query for all rooms of the process: wakes hubs that missed a ring.

        The rooms take turns, so that no move waits until hundreds of sockets have had their beat.
        """
        hubs = list(self.hubs.values())
        if not hubs:
            return
        await self._end_strangers()
        seat_ids = {seat_id for hub in hubs for seat_id in hub.seat_ids}
        watchers = {hub.code: hub.watcher_ids for hub in hubs}
        newest = await in_thread(_readers, _newest_versions, watchers, seat_ids)
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number, hub in enumerate(hubs, start=1):
            versions = newest.get(hub.code)
            if versions is None or any(socket.sent < versions for socket in hub.sockets):
                hub.wake()
            else:
                text = rendering.beat(versions)
                for socket in hub.sockets:
                    socket.beat(text)
            left = began + BEAT_SECONDS * BEAT_SHARE * number / len(hubs) - loop.time()
            if left > 0:  # a process that is late does not make its pages wait the longer
                await asyncio.sleep(left)

    async def _watch_people(self) -> None:
        """When the doorbell rings for a person, look at once whether somebody has to go."""
        while True:
            await self._look_at_people.wait()
            self._look_at_people.clear()
            try:
                await self._end_strangers()
            except Exception:
                logger.exception("Sessions could not be looked at")

    def _sockets(self) -> list[Socket]:
        return [socket for hub in self.hubs.values() for socket in hub.sockets]

    async def _end_strangers(self) -> None:
        """Close the sockets of people who have signed out since, are suspended, or are gone."""
        sockets = self._sockets()
        keys = {socket.session_key for socket in sockets if socket.session_key}
        people = {socket.user_id for socket in sockets}
        valid, active = await in_thread(_readers, _valid, keys, people)
        for socket in sockets:
            signed_out = socket.session_key and socket.session_key not in valid
            if signed_out or socket.user_id not in active:
                socket.end(NO_SESSION)


def _valid(keys: set[str], people: set[int]) -> tuple[set[str], set[int]]:
    """Those of some sessions that still are, and those of some people who may be here."""
    sessions = Session.objects.filter(session_key__among=keys, expire_date__gt=timezone.now())
    active = User.objects.filter(pk__among=people, is_active=True)
    return (
        set(sessions.values_list("session_key", flat=True)),
        set(active.values_list("pk", flat=True)),
    )


def _newest_versions(
    watchers: dict[str, set[int]], seat_ids: set[int]
) -> dict[str, tuple[int, int]]:
    """The versions of some rooms; notes who is there, by seat, and by room those who watch."""
    if seat_ids:
        presence.heard_from(seat_ids)
    spectators.heard_from_all(watchers)
    rooms = Room.objects.filter(code__among=watchers).values_list(
        "code", "version", "game__version"
    )
    return {code: (version, game_version or 0) for code, version, game_version in rooms}


_switchboards: WeakKeyDictionary[asyncio.AbstractEventLoop, Switchboard] = WeakKeyDictionary()


def switchboard() -> Switchboard:
    """The switchboard of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _switchboards:
        _switchboards[loop] = Switchboard()
    return _switchboards[loop]
