"""The hall: the sockets of all replays in this process, and the one reader that feeds them.

A ring, a newcomer or the beat only says "look again"; then who is there and where the leader is are
read once for each game, and every page of it is told. Nothing here could not be read again.
"""

import asyncio
import json
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from accounts.templatetags.people import avatar_url
from game.live import notifications, subscriber
from game.live.connections import ELSEWHERE, NO_SESSION, NOTHING_HERE, Outgoing
from game.live.threads import in_thread
from game.replay import shared
from game.replay.shared import Company

logger = logging.getLogger(__name__)

BEAT_SECONDS = 4
#: More pages than this of one person at one game are a mistake, or worse.
MOST_PAGES = 12

#: For what sockets read and write; not the one thread that all consumers share.
threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="replay")


@dataclass(eq=False, kw_only=True)
class Page(Outgoing):
    """A page at a replay, with the number of its row."""

    game_id: str
    viewing_id: int


class Hall:
    """The pages of one process and event loop, by game.

    It is the registered one exactly as long as it is open: it closes with its last page, before
    anything else can run, so nobody joins one that is closing. A page leaves the one it joined.
    """

    def __init__(self) -> None:
        self.pages: dict[str, set[Page]] = defaultdict(set)
        self._stale: set[str] = set()
        self._woken = asyncio.Event()
        self._check = False
        self._listening = subscriber.listen(self._heard)
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._beat())]

    async def join(self, page: Page) -> None:
        """A page has come: it is told who is there, and so are the others."""
        own = [each for each in self.pages[page.game_id] if each.user_id == page.user_id]
        if len(own) >= MOST_PAGES:
            for each in own:
                each.end(ELSEWHERE)
        self.pages[page.game_id].add(page)
        await self._follow_all()
        self._wake({page.game_id})

    async def leave(self, page: Page) -> None:
        """A page that joined here has gone; the second time this does nothing."""
        pages = self.pages.get(page.game_id)
        if pages is None or page not in pages:
            return
        pages.remove(page)
        if pages:
            return
        del self.pages[page.game_id]
        if self.pages:
            await self._follow_all()
        else:
            self._close()
            await self._listening.stop()

    def _close(self) -> None:
        """Whoever comes from now on finds a new hall. Waits for nothing."""
        loop = asyncio.get_running_loop()
        if _halls.get(loop) is self:
            del _halls[loop]
        for task in self._tasks:
            task.cancel()

    async def _follow_all(self) -> None:
        groups = {notifications.replay_group(game_id) for game_id in self.pages}
        await self._listening.follow(groups | {notifications.PEOPLE})

    def _heard(self, message: dict[str, Any] | None) -> None:
        if message is None or "person" in message:
            for page in [each for pages in self.pages.values() for each in pages]:
                page.hear(message or {})
            self._wake(set(self.pages), check=True)
        elif "replay" in message:
            self._wake({message["replay"]})

    def _wake(self, game_ids: set[str], *, check: bool = False) -> None:
        self._stale |= game_ids
        self._check |= check
        self._woken.set()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self._wake(set(self.pages), check=True)

    async def _run(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            stale, check = self._stale & set(self.pages), self._check
            self._stale, self._check = set(), False
            for game_id in stale:
                try:
                    await self._refresh(game_id, check=check)
                except Exception:
                    # The next beat tries again; until then the pages wait.
                    logger.exception("Who is at game %s could not be read", game_id)

    async def _refresh(self, game_id: str, *, check: bool) -> None:
        if check:
            await self._end_strangers(game_id)
        company = await in_thread(threads, shared.read, game_id)
        for page in list(self.pages.get(game_id, ())):
            page.put(json.dumps(document(company, page)))

    async def _end_strangers(self, game_id: str) -> None:
        """Note who is there; whoever has lost the right to be, or is signed out, has to go."""
        pages = list(self.pages.get(game_id, ()))
        people: dict[int, set[str]] = defaultdict(set)
        for page in pages:
            people[page.user_id] |= {page.session_key} if page.session_key else set()
        allowed, sessions = await in_thread(threads, shared.still_allowed, game_id, people)
        for page in pages:
            if page.session_key and page.session_key not in sessions:
                page.end(NO_SESSION)
            elif page.user_id not in allowed:
                page.end(NOTHING_HERE)
        here = [page.viewing_id for page in pages if not page.closing]
        await in_thread(threads, shared.heard_from, here)


def document(company: Company, page: Page) -> dict[str, Any]:
    """Who is there and where the leader is, as one page is told."""
    leader = company.leader
    return {
        "people": [
            {
                "name": person.name,
                "face": avatar_url(person.avatar),
                "you": person.user_id == page.user_id,
                "leads": leader is not None and leader.user_id == person.user_id,
            }
            for person in company.people
        ],
        "lead": None
        if leader is None
        else {
            "name": leader.user.name,
            "you": leader.pk == page.viewing_id,
            "move": leader.move,
            "eyes": leader.eyes,
        },
    }


_halls: WeakKeyDictionary[asyncio.AbstractEventLoop, Hall] = WeakKeyDictionary()


def hall() -> Hall:
    """The hall of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _halls:
        _halls[loop] = Hall()
    return _halls[loop]
