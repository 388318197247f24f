"""The registry of rooms: people join and leave, and at the end everything is freed."""

import asyncio
from contextlib import AsyncExitStack
from unittest.mock import AsyncMock

import pytest
from channels.layers import get_channel_layer

from live import notifications
from rooms.actions import lobby
from rooms.live.hub import RoomConnection
from rooms.live.room_registry import RoomRegistry
from tests.database.kit.sockets import (
    Gates,
    SocketClient,
    in_database,
    looks_into_layer,
    tasks_of_the_site,
    versions,
)
from tests.database.rooms.live.test_consumer import a_game
from tests.database.rooms.live.test_hub import all_open, move
from tests.waiting import wait_until_async

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("own_layer"),
]


@looks_into_layer
async def test_everything_is_freed_after_the_last_socket(no_heartbeat):
    code, users = await in_database(a_game)
    layer = get_channel_layer()
    before = tasks_of_the_site()
    async with SocketClient(code, users[0]) as listener, SocketClient(code, users[1]) as other:
        await listener.frame()
        await other.frame()
        registry = RoomRegistry.of_this_loop()
        assert list(registry.hubs) == [code]
        assert len(layer.groups) == 2  # The groups are those of the room and of the people.
    await wait_until_async(
        "no task is left", lambda: tasks_of_the_site() == before, seen=asyncio.all_tasks
    )
    assert RoomRegistry.open_here() is None
    assert registry.hubs == {}
    assert layer.groups == {}
    assert layer.channels == {}


@looks_into_layer
async def test_a_socket_leaves_one_of_two_rooms(no_heartbeat, stack):
    code, users = await in_database(a_game)
    elsewhere = await in_database(lobby.open_room, users[0], "classic")
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    async with SocketClient(elsewhere, users[0]) as there:
        await there.frame()
        assert {code, elsewhere} == set(RoomRegistry.of_this_loop().hubs)
    assert [code] == list(RoomRegistry.of_this_loop().hubs)
    assert notifications.room_group(elsewhere) not in get_channel_layer().groups
    await in_database(move, code)
    assert versions(await listener.frame())[1] == 1


@looks_into_layer
async def test_somebody_joins_while_the_last_two_rooms_close(no_heartbeat, monkeypatch):
    """The newcomer joins a new registry, because the old registry is closing."""
    code, users = await in_database(a_game)
    elsewhere = await in_database(lobby.open_room, users[0], "classic")
    here, there = notifications.room_group(code), notifications.room_group(elsewhere)
    before = tasks_of_the_site()
    async with SocketClient(code, users[0]) as first, SocketClient(elsewhere, users[0]) as second:
        await first.frame()
        await second.frame()
        registry, gates = RoomRegistry.of_this_loop(), Gates(monkeypatch)
        gates.shut(here, there)
        leaving = [asyncio.create_task(first.leave())]
        await wait_until_async("a group is being left", lambda: gates.waiting)
        leaving.append(asyncio.create_task(second.leave()))
        await wait_until_async("the rooms are closed", lambda: not registry.hubs)
        gates.open(here)
        await wait_until_async(
            "the room_registry is gone", lambda: RoomRegistry.open_here() is not registry
        )
        async with SocketClient(code, users[1]) as newcomer:
            await newcomer.frame()
            gates.open(there)
            await asyncio.gather(*leaving)
            assert list(RoomRegistry.of_this_loop().hubs) == [code]
            await in_database(move, code)
            assert versions(await newcomer.frame())[1] == 1
    assert RoomRegistry.open_here() is None
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert get_channel_layer().groups == {}


@looks_into_layer
@pytest.mark.parametrize("has_another", [False, True])
async def test_somebody_joins_a_room_while_its_last_socket_closes(
    no_heartbeat, monkeypatch, has_another
):
    """The result is the same whether the registry closes with this room or has another room."""
    code, users = await in_database(a_game)
    elsewhere = await in_database(lobby.open_room, users[0], "classic")
    group, before = notifications.room_group(code), tasks_of_the_site()
    async with AsyncExitStack() as stack:
        if has_another:
            await all_open(stack, elsewhere, users[:1])
        (first,) = await all_open(stack, code, users[:1])
        await first.frame()
        gates = Gates(monkeypatch)
        gates.shut(group)
        leaving = asyncio.create_task(first.leave())
        await wait_until_async("a group is being left", lambda: gates.waiting)
        async with SocketClient(code, users[1]) as newcomer:
            await wait_until_async(
                "the room is open again", lambda: code in RoomRegistry.of_this_loop().hubs
            )
            gates.open(group)
            await leaving
            await newcomer.frame()
            await in_database(move, code)
            assert versions(await newcomer.frame())[1] == 1
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert get_channel_layer().groups == {}


async def test_leaving_twice_does_no_harm(no_heartbeat):
    code, users = await in_database(a_game)
    one, two = (
        RoomConnection(user_id=user.id, send=AsyncMock(), close=print, password="")
        for user in users[:2]
    )
    registry = RoomRegistry.of_this_loop()
    await registry.join(code, one)
    await registry.leave(code, one)
    later = RoomRegistry.of_this_loop()
    await later.join(code, two)
    await registry.leave(code, one)
    await later.leave(code, one)
    assert RoomRegistry.of_this_loop() is later
    assert later.hubs[code].connections == {two}
    await later.leave(code, two)
    assert RoomRegistry.open_here() is None
