"""The socket of a room. It checks permission, accepts moves, and sends the updates of the hub."""

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar
from weakref import WeakValueDictionary

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest

from accounts import addresses, metrics
from accounts.models import User
from accounts.rate_limits import Bucket, counted_address
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from live.consumer import (
    ELSEWHERE,
    NO_RIGHT,
    NO_SESSION,
    NOTHING_HERE,
    RESTART,
    SocketConsumer,
    cleaned_tab_id,
    parsed,
    request_of,
    user_of,
)
from live.threads import TransactionBatcher, sockets
from rooms import code_rate_limit
from rooms.live import active_tab
from rooms.live.active_tab import Activation
from rooms.live.hub import RoomConnection
from rooms.live.room_registry import RoomRegistry
from rooms.models import Room
from rooms.requests import KINDS, Fields, Sent, answered

logger = logging.getLogger(__name__)
moves_logger = structlog.stdlib.get_logger("literature.moves")

_batcher = TransactionBatcher(sockets)

#: Limits for moves by all sockets of one IP address in this process: the rate, and the number at
#: one moment. A move beyond the limit gets no answer, and its page sends it by POST. (A refusal
#: would cost as much as a move.)
MOVES_PER_SECOND = 40
MOVES_AT_ONCE = 200

#: The limits of each address that has a socket now.
limits: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

#: A claim of six cards has about 400 characters.
LONGEST_MESSAGE = 1000


@dataclass(eq=False)
class TabSockets:
    """The sockets of one tab in this process. During a reload a tab has two sockets for a moment.

    A lock makes activations and releases of the tab wait for each other, so that a release is
    never stored after a later activation.
    """

    #: All tabs with sockets in this process.
    open: ClassVar[dict[tuple[str, int, str], "TabSockets"]] = {}

    code: str
    user_id: int
    tab: str
    sockets: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def key(self) -> tuple[str, int, str]:
        """The room, the person and the id of the tab. Together they identify the tab."""
        return self.code, self.user_id, self.tab

    async def activate(self, *, take: bool) -> Activation:
        """Try to make the tab active."""
        async with self.turn:
            return await _batcher.store(partial(active_tab.activate, *self.key, take=take))

    async def release(self, code: int) -> None:
        """Release the active tab if its last socket was closed. ``code`` is the close code."""
        try:
            async with self.turn:
                # After a restart of this process, the tab reconnects to another process, which may
                # already have made the tab active again. So do not release it.
                if not self.sockets and code != RESTART:
                    await _batcher.store(partial(active_tab.release, *self.key))
        finally:
            if not self.sockets and self.open.get(self.key) is self:
                del self.open[self.key]


class RoomConsumer(SocketConsumer):
    """The socket at ``/ws/r/CODE/``. It sends HTML fragments, or with ``?format=json`` the document
    ``state.json``.

    It accepts moves: ``{"kind": "ask", "request_id": …, "version": …}`` with the fields of a POST.
    It handles one move after another.
    """

    connection: RoomConnection | None = None
    registry: RoomRegistry | None = None
    tab_sockets: TabSockets | None = None

    async def enter(self) -> int | None:
        self.code = self.scope["url_route"]["kwargs"]["code"].upper()
        user = await sockets.run(_visitor, self.scope)
        return user if isinstance(user, int) else await self._join(user)

    async def _join(self, user: User) -> int | None:
        tab, take = cleaned_tab_id(self.query("tab")), bool(self.query("take"))
        active = await self._activate(user.pk, tab, take=take) if tab else Activation.NO_SEAT
        if active is Activation.OTHER_TAB:
            return ELSEWHERE
        request = request_of(self.scope)
        known = active is Activation.ACTIVE or await sockets.run(
            _may_know_of, request, self.code, user.pk
        )
        if not known:
            return NOTHING_HERE
        self.connection = RoomConnection(
            **self.connection_fields(user),
            password=user.password,
            is_blocked=partial(addresses.refuses, user, request.META["REMOTE_ADDR"]),
            wants_json=self.query("format") == "json",
            tab=tab,
        )
        address = counted_address(request.META["REMOTE_ADDR"])
        self.moves = limits.setdefault(address, Bucket(MOVES_PER_SECOND, MOVES_AT_ONCE))
        self.registry = RoomRegistry.of_this_loop()
        await self.registry.join(self.code, self.connection)
        return None

    async def _activate(self, user_id: int, tab: str, *, take: bool) -> Activation:
        mine = TabSockets(self.code, user_id, tab)
        self.tab_sockets = TabSockets.open.setdefault(mine.key, mine)
        self.tab_sockets.sockets += 1
        return await self.tab_sockets.activate(take=take)

    async def leave(self, code: int) -> None:
        mine, self.tab_sockets = self.tab_sockets, None
        if mine:
            mine.sockets -= 1
        try:
            if self.registry and self.connection:
                await self.registry.leave(self.code, self.connection)
        finally:
            if mine:
                await mine.release(code)

    async def receive(self, text_data: object = None, **_other: object) -> None:
        """Make the move in a message, and answer it. Ignore invalid messages."""
        fields = parse_message(text_data)
        if not (fields and self.registry and self.connection):
            return
        here, began = self.connection, time.perf_counter()
        hub = self.registry.hub_for_moves(self.code, here.user_id)
        if hub is None or not self.moves.allows_one():
            return
        sent = Sent(here.user_id, here.session_key, here.tab, str(fields["kind"]), fields)
        try:
            answer = answered(await hub.move(sent))
        except (Refused, IllegalMove) as error:
            refused = error if isinstance(error, Refused) else Refused(error.code)
            answer = {"code": refused.code, "message": refused.message} | refused.context
        except Exception:
            # Nobody knows whether the move was stored. Do not answer: the page will send it again.
            logger.exception("A move in room %s failed", self.code)
            return
        else:
            self._observe(answer, time.perf_counter() - began)
        await here.put(json.dumps({"request_id": fields["request_id"]} | answer))

    def _observe(self, answer: dict[str, object], seconds: float) -> None:
        metrics.MOVES.observe(seconds)
        moves_logger.info(
            "move",
            code=self.code,
            game=answer["game"],
            move=answer["version"],
            ms=round(seconds * 1000, 1),
        )


def parse_message(text: object) -> Fields | None:
    """Parse a message. Return the fields if it is a move with a request id. Return None for any
    other message, and for a message that is too long.
    """
    message = parsed(text, LONGEST_MESSAGE)
    if message is None:
        return None
    kind, name = message.get("kind"), message.get("request_id")
    if not (isinstance(kind, str) and kind in KINDS and isinstance(name, str)):
        return None
    return Fields({field: [str(value)] for field, value in message.items()})


class UnknownUrlConsumer(AsyncWebsocketConsumer):
    """A socket at an unknown address. It is closed with a code that tells pages not to retry."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOTHING_HERE)


def _visitor(scope: Mapping[str, Any]) -> User | int:
    """Return the person of a socket, and note the address; or return the code of a refusal."""
    user, address = user_of(scope), request_of(scope).META["REMOTE_ADDR"]
    if user is None or addresses.refuses(user, address):
        return NO_RIGHT if user else NO_SESSION
    addresses.note(user, address)
    return user


def _may_know_of(request: HttpRequest, code: str, user_id: int) -> bool:
    """Return whether the room exists and the code rate limit allows the request. Count a miss."""
    try:
        code_rate_limit.check(request, code, user_id)
    except Refused:
        return False
    exists = Room.objects.filter(code=code).exists()
    if not exists:
        code_rate_limit.count_miss(request)
    return exists
