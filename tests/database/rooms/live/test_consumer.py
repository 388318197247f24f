"""The socket of a room: permission, updates, and messages from pages."""

import asyncio
import json
from datetime import timedelta
from functools import partial
from unittest.mock import AsyncMock

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts import addresses
from accounts.models import UsedAddress, User
from game import play
from game.models import Game
from literature_site.asgi import application
from live.consumer import ELSEWHERE, NO_RIGHT, NO_SESSION, RESTART, TRY_AGAIN
from live.threads import TransactionBatcher
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as tables
from rooms.live import consumer, room_registry
from rooms.live.hub import RoomConnection
from rooms.live.room_registry import RoomRegistry
from rooms.models import Room
from tests.database.kit.sockets import (
    OWN_PAGE,
    PATIENCE,
    SocketClient,
    Tab,
    hand_in,
    in_database,
    moves_in,
    session_of,
    tasks_of_the_site,
    versions,
)
from tests.kit import JSON, missed_ask, people, person, room_of, signed_in, state_of, table_of
from tests.waiting import wait_until_async

pytestmark = pytest.mark.django_db(transaction=True)


def a_game(preset="nine-sets"):
    """Start a game of six people. Return the room's code, and the people by seat."""
    code = table_of(people(6), preset).code
    return code, seated_of(code)


def the_game(code):
    return Room.objects.select_related("game").get(code=code).game


def miss(code):
    """Make an ask that misses. A game can have any number of them."""
    game = the_game(code)
    state = state_of(game)
    play.act(game.id, missed_ask(state), version=state.number)


def seated_of(code):
    players = Game.objects.get(rooms__code=code).players.select_related("user")
    return [player.user for player in players]


async def test_without_a_session():
    async with SocketClient("CDFGHJ", None) as listener:
        assert await listener.closed() == 4401


async def test_a_room_that_does_not_exist():
    user = await in_database(person)
    async with SocketClient("CDFGHJ", user) as listener:
        assert await listener.closed() == 4404


@pytest.mark.parametrize(
    "path", ["/ws/", "/ws/other/", "/ws/r/", "/ws/r/%00/", "/ws/r/\0/", "/ws/r/ÄÖ/", "/ws/r/AB/x/"]
)
async def test_an_unknown_address(path):
    user = await in_database(person)
    cookie = (b"cookie", await in_database(session_of, user))
    line = WebsocketCommunicator(application, path, [*OWN_PAGE, cookie])
    accepted, _protocol = await line.connect(PATIENCE)
    assert accepted
    assert (await line.receive_output(PATIENCE))["code"] == 4404
    await line.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("origin", [[], [(b"origin", b"http://elsewhere.example")]])
async def test_another_site_gets_no_socket(origin):
    code, users = await in_database(a_game)
    cookie = (b"cookie", await in_database(session_of, users[0]))
    line = WebsocketCommunicator(application, f"/ws/r/{code}/", [OWN_PAGE[0], *origin, cookie])
    accepted, _code = await line.connect(PATIENCE)
    assert not accepted


async def test_the_present_state_comes_at_once():
    code, users = await in_database(a_game)
    async with SocketClient(code, users[3]) as listener:
        page = await listener.frame()
    state = await in_database(state_json, code, users[3])
    assert versions(page) == (state["room_version"], 0)
    assert hand_in(page) == set(state["hand"])
    assert page.find("table")
    assert moves_in(page) == []


async def test_a_code_in_lower_case():
    code, users = await in_database(a_game)
    async with SocketClient(code.lower(), users[0]) as listener:
        assert await listener.frame()


async def test_a_spectator_has_no_hand():
    code, _users = await in_database(a_game)
    stranger = await in_database(person, "Goran")
    async with (
        SocketClient(code, stranger) as listener,
        SocketClient(code, stranger, as_json=True) as program,
    ):
        page, document = await listener.frame(), await program.document()
    assert hand_in(page) is None
    assert not [each for each in page.walk() if each.tag == "form"]
    assert document["you"] is document["hand"] is None
    assert document["legal"] == {"asks": {}, "claims": [], "passes": []}


async def test_programs_get_documents():
    code, users = await in_database(a_game)
    for user in users:
        async with SocketClient(code, user, as_json=True) as listener:
            assert await listener.document() == await in_database(state_json, code, user)


def state_json(code, user):
    return signed_in(user).get(f"/r/{code}/state.json", headers=JSON).json()


MESSAGES = [
    "ping",
    "{}",
    json.dumps({"type": "notification", "game": "x", "version": 99}),
    json.dumps({"card": "9H", "of": 1, "version": 0, "request_id": "1", "HEADERS": {}}),
    "x" * 100_000,
]


async def test_messages_other_than_moves_are_ignored():
    code, users = await in_database(a_game)
    async with SocketClient(code, users[0]) as listener, SocketClient(code, users[1]) as other:
        await listener.frame()
        await other.frame()
        for text in MESSAGES:
            await listener.line.send_to(text_data=text)
        await listener.line.send_to(bytes_data=b"\x00\xff")
        # The next update contains a move that was not sent through a socket.
        await in_database(miss, code)
        for each in (listener, other):
            assert versions(await each.frame())[1] == 1
            assert await each.silent()
    assert (await in_database(Game.objects.get)).version == 1


async def test_the_end_of_a_session_closes_its_sockets(monkeypatch):
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 0.05)
    user = await in_database(person)
    code = await in_database(lobby.open_room, user, "classic")
    closed = asyncio.get_running_loop().create_future()
    stale = RoomConnection(
        user_id=user.id,
        send=AsyncMock(),
        close=closed.set_result,
        session_key="not-any-more",
        password=user.password,
    )
    await RoomRegistry.of_this_loop().join(code, stale)
    try:
        assert await asyncio.wait_for(closed, PATIENCE) == RESTART
    finally:
        await RoomRegistry.of_this_loop().leave(code, stale)


async def test_a_new_password_without_notification_closes_sockets(monkeypatch):
    """A command in another process, for example, can't notify a site without Redis."""
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 0.05)
    asha = await in_database(person)
    code = await in_database(lobby.open_room, asha, "classic")
    async with SocketClient(code, asha) as hers:
        await hers.frame()
        await in_database(partial(User.objects.filter(pk=asha.pk).update, password="!another"))
        assert await hers.closed() == RESTART


async def test_too_many_sockets_of_one_person_are_closed(monkeypatch):
    monkeypatch.setattr("live.consumer.MOST_SOCKETS", 2)
    user = await in_database(person)
    code = await in_database(lobby.open_room, user, "classic")
    closed = []
    sockets = [
        RoomConnection(user_id=user.id, send=AsyncMock(), close=closed.append, password="")
        for _ in range(3)
    ]
    for socket in sockets:
        await RoomRegistry.of_this_loop().join(code, socket)
    try:
        assert closed == [ELSEWHERE] * 2
        assert not sockets[-1].closing
    finally:
        for socket in sockets:
            await RoomRegistry.of_this_loop().leave(code, socket)


async def test_a_suspended_persons_sockets_close_at_once(no_heartbeat):
    asha, ben = await in_database(person), await in_database(person, "Ben")
    code = await in_database(room_of, [asha, ben])
    async with SocketClient(code, asha) as hers, SocketClient(code, ben) as his:
        await hers.frame()
        await his.frame()
        await in_database(tables.suspend, ben)
        assert await his.closed() == RESTART
        assert "Ben" not in await hers.text()
    async with SocketClient(code, ben) as refused:
        assert await refused.closed() == NO_SESSION


async def test_a_block_of_an_address_closes_the_sockets_of_its_guests(monkeypatch):
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 0.05)
    asha, ben = await in_database(person), await in_database(person, "Ben")
    await in_database(partial(User.objects.filter(pk=ben.pk).update, is_guest=False))
    code = await in_database(room_of, [asha, ben])
    there = "203.0.113.9"
    async with (
        SocketClient(code, asha, address=there) as hers,
        SocketClient(code, asha) as elsewhere,
        SocketClient(code, ben, address=there) as his,
    ):
        for each in (hers, elsewhere, his):
            await each.frame()
        until = timezone.now() + timedelta(days=1)
        await in_database(addresses.block, there, until, "So.")
        assert await hers.closed() == NO_RIGHT
        await in_database(lobby.add_bot, code, asha)
        for each in (elsewhere, his):
            assert await each.frame()
    async with SocketClient(code, asha, address=there) as refused:
        assert await refused.closed() == NO_RIGHT
    noted = await in_database(lambda: set(UsedAddress.objects.values_list("user", "address")))
    assert noted == {(asha.pk, there), (asha.pk, "127.0.0.1"), (ben.pk, there)}


async def test_a_new_password_closes_all_sockets_and_ends_their_sessions(no_heartbeat):
    asha = await in_database(partial(User.objects.create_user, "asha", password="the old one 1"))
    ben = await in_database(person, "Ben")
    code = await in_database(room_of, [asha, ben])
    hers = SocketClient(code, asha)
    async with hers, SocketClient(code, ben) as his:
        await hers.frame()
        await his.frame()
        asha.set_password("the new one 1")
        await in_database(asha.save)
        assert await hers.closed() == RESTART
        async with hers:
            assert await hers.closed() == NO_SESSION
        assert await his.silent()


async def test_a_renamed_person_reconnects_with_the_new_name(no_heartbeat):
    """The sockets of other people stay open."""
    asha, ben = await in_database(person), await in_database(person, "Ben")
    code = await in_database(room_of, [asha, ben])
    async with (
        SocketClient(code, asha) as hers,
        SocketClient(code, ben) as his,
        SocketClient(code, ben, as_json=True) as too,
    ):
        for listener in (hers, his, too):
            await listener.text()
        await in_database(tables.rename, ben, "Nora")
        assert await his.closed() == RESTART
        assert await too.closed() == RESTART
        assert "Nora" in await hers.text()
        assert await hers.silent()
        async with SocketClient(code, ben) as again:
            text = await again.text()
            assert "Nora" in text
            assert "Ben" not in text


class Broken(Exception):
    pass


async def breaks(*args):
    raise Broken("the room_registry is on fire")


@pytest.mark.parametrize("where", ["activate", "join"])
async def test_a_socket_that_could_not_open_leaves_nothing(no_heartbeat, monkeypatch, where):
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    before = tasks_of_the_site()

    def cannot(*args, **options):
        raise Broken("the database is away")

    with monkeypatch.context() as broken:
        if where == "activate":
            broken.setattr(consumer.active_tab, "activate", cannot)
        else:
            broken.setattr(RoomRegistry, "update_subscription", breaks)
        async with Tab(code, users[0], "one") as page:
            assert await page.closed() == TRY_AGAIN
            assert not consumer.TabSockets.open
    assert not consumer.TabSockets.open
    assert RoomRegistry.open_here() is None
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    async with Tab(code, users[0], "two") as other:
        assert await other.frame()


async def test_a_cancelled_socket_leaves_nothing(no_heartbeat):
    """The server cancels the socket without a disconnect message."""
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    before = tasks_of_the_site()
    page = await Tab(code, users[0], "one").__aenter__()
    await page.frame()
    page.line.future.cancel()
    await asyncio.wait({page.line.future})
    assert not consumer.TabSockets.open
    assert RoomRegistry.open_here() is None
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    async with Tab(code, users[0], "two") as other:
        assert await other.frame()


async def test_a_reload_during_a_release_keeps_the_tab_active(no_heartbeat, monkeypatch):
    """If the new socket has taken the tab, the old socket's late release has no effect."""
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    store, releasing, goes_on = TransactionBatcher.store, asyncio.Event(), asyncio.Event()
    activate, activating = consumer.TabSockets.activate, asyncio.Event()

    async def slowly(batcher, work):
        if work.func is consumer.active_tab.release:
            releasing.set()
            await goes_on.wait()
        return await store(batcher, work)

    async def seen(page, *, take):
        activating.set()
        return await activate(page, take=take)

    monkeypatch.setattr(TransactionBatcher, "store", slowly)
    async with Tab(code, users[0], "one") as before:
        await before.frame()
        monkeypatch.setattr(consumer.TabSockets, "activate", seen)
        leaving = asyncio.create_task(before.leave())
        await releasing.wait()
        async with Tab(code, users[0], "one") as after:
            await activating.wait()
            goes_on.set()
            await leaving
            await after.frame()
            async with Tab(code, users[0], "two") as second:
                assert await second.closed() == ELSEWHERE
