"""The hub: who gets which update, and when it comes."""

import asyncio
import threading
from random import Random

import pytest
from channels.layers import get_channel_layer

from game import play
from literature.rules.cards import hand_text
from live import notifications, subscriber, threads
from rooms.actions import lobby, playing
from rooms.live import hub, rendering
from rooms.live.room_registry import RoomRegistry
from rooms.models import Room
from tests.database.kit.sockets import (
    PATIENCE,
    SocketClient,
    all_shown,
    hand_in,
    in_database,
    moves_in,
    versions,
)
from tests.database.rooms.live.test_consumer import a_game, the_game
from tests.kit import people, person, play_on, random_move, state_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("own_layer"),
]


@pytest.fixture
def no_notification(monkeypatch):
    """Lose every notification."""

    for publish in ("publish_game", "publish_room"):
        monkeypatch.setattr(notifications, publish, lambda *about, **more: None)


def one_move(code, chance):
    game = the_game(code)
    state = state_of(game)
    play.act(game.id, random_move(state, chance), version=state.number)
    return state_of(game)


def move(code, count=1, chance=Random(1)):  # noqa: B008 - the same luck for all
    """Make some moves. Return the state after them."""
    for _ in range(count):
        state = one_move(code, chance)
    return state


async def all_open(stack, code, users, **options):
    return [await stack.enter_async_context(SocketClient(code, user, **options)) for user in users]


@pytest.mark.postgres
async def test_a_move_reaches_every_socket_once(no_heartbeat, stack):
    code, users = await in_database(a_game)
    viewers = [*users, users[0], await in_database(person, "Goran")]
    listeners = await all_open(stack, code, viewers)
    programs = await all_open(stack, code, viewers, as_json=True)
    for listener in listeners:
        assert versions(await listener.frame())[1] == 0
    for program in programs:
        assert (await program.document())["version"] == 0

    for number in (1, 2):
        await in_database(move, code)
        for listener in listeners:
            page = await listener.frame()
            assert versions(page)[1] == number
            assert moves_in(page) == [number - 1]
        for program in programs:
            assert (await program.document())["version"] == number
    assert all([await each.silent() for each in listeners + programs])


async def test_everybody_gets_their_own_hand_and_no_other(no_heartbeat, stack):
    code, users = await in_database(a_game)
    listeners = await all_open(stack, code, users)
    programs = await all_open(stack, code, users, as_json=True)
    state = await in_database(move, code, 3)
    for seat, (listener, program) in enumerate(zip(listeners, programs, strict=True)):
        while versions(page := await listener.frame())[1] < 3:
            pass
        while (document := await program.document())["version"] < 3:
            pass
        own = hand_text(state.hands[seat])
        assert hand_in(page) == set(own)
        assert document["hand"] == own
        assert document["you"] == seat


async def test_several_moves_are_one_update(no_heartbeat, no_notification, stack):
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    assert await listener.silent()
    await in_database(move, code, 4)
    RoomRegistry.of_this_loop().hubs[code].wake()
    page = await listener.frame()
    assert versions(page)[1] == 4
    assert moves_in(page) == [0, 1, 2, 3]


async def test_a_page_that_is_far_behind_gets_the_present_state(
    no_heartbeat, no_notification, stack, monkeypatch
):
    monkeypatch.setattr(rendering, "MOST_UPDATES", 3)
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    assert await listener.silent()
    await in_database(move, code, 5)
    RoomRegistry.of_this_loop().hubs[code].wake()
    assert moves_in(await listener.frame()) == [2, 3, 4]


async def test_too_many_notifications_do_no_harm(no_heartbeat, stack):
    code, users = await in_database(a_game)
    game = await in_database(the_game, code)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    layer = get_channel_layer()
    for version in (0, 7, -1):
        ring = {"type": "notification", "game": game.id, "version": version}
        await layer.group_send(notifications.room_group(code), ring)
    assert await listener.silent()
    await in_database(move, code)
    assert versions(await listener.frame())[1] == 1
    assert await listener.silent()


@pytest.mark.postgres
async def test_a_heartbeat_heals_a_lost_notification(quick_heartbeat, no_notification, stack):
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    (program,) = await all_open(stack, code, users[:1], as_json=True)
    await listener.frame()
    await program.document()
    await in_database(move, code)
    assert versions(await listener.frame())[1] == 1
    assert (await program.document())["version"] == 1


async def test_a_heartbeat_has_the_newest_versions(quick_heartbeat, stack):
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    (program,) = await all_open(stack, code, users[:1], as_json=True)
    shown = versions(await listener.frame())
    await program.document()
    beat = await listener.text()
    assert f'data-room="{shown[0]}" data-game="{shown[1]}"' in beat
    assert 'id="heartbeat"' in beat
    assert program.line.output_queue.empty()


async def test_only_pages_without_an_update_get_a_heartbeat(no_heartbeat, stack):
    code, users = await in_database(a_game)
    first, second = await all_open(stack, code, users[:2])
    for listener in (first, second):
        await listener.frame()
    registry = RoomRegistry.of_this_loop()
    await registry._heartbeat_once()
    assert await first.silent()
    (newcomer,) = await all_open(stack, code, users[2:3])
    await newcomer.frame()
    await registry._heartbeat_once()
    for listener in (first, second):
        assert 'id="heartbeat"' in await listener.text()
    assert await newcomer.silent()


async def test_a_cancelled_move_loses_no_change(no_heartbeat, no_notification, stack, monkeypatch):
    """The reading that belonged to the move is repeated."""
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    shown = versions(await listener.frame())
    await in_database(lobby.leave, code, users[1])
    room_hub, begun = RoomRegistry.of_this_loop().hubs[code], asyncio.Event()

    async def never(*_work):
        begun.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(threads.moves, "run", never)
        async with room_hub.turn:
            making = asyncio.create_task(room_hub.move(None))
            await asyncio.sleep(0)  # The move waits for its turn, before the hub's own reading.
            room_hub.wake()
        await begun.wait()
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)
    assert versions(await listener.frame()) > shown


async def test_the_moves_of_a_new_game_are_sent(no_heartbeat, stack):
    users = await in_database(people, 4)
    code = await in_database(lobby.open_room, users[0], "nine-sets")
    (listener,) = await all_open(stack, code, users[:1])
    assert hand_in(await listener.frame()) is None
    for user in users[1:]:
        await in_database(lobby.join, code, user)
        await listener.frame()
    await in_database(playing.start, code, users[0])
    assert hand_in(await listener.frame())
    for number in (1, 2, 3):
        await in_database(move, code)
        assert versions(await listener.frame())[1] == number


async def test_the_moves_of_the_next_game_are_sent(no_heartbeat, stack):
    code, users = await in_database(a_game)
    old = await in_database(the_game, code)
    await in_database(play_on, old)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    await in_database(playing.again, code, users[0])
    assert hand_in(await listener.frame()) is None
    await in_database(playing.start, code, users[0])
    assert versions(await listener.frame())[1] == 0
    await in_database(move, code)
    assert versions(await listener.frame())[1] == 1


async def test_rooms_do_not_get_each_others_updates(no_heartbeat, stack):
    code, users = await in_database(a_game)
    elsewhere = await in_database(lobby.open_room, await in_database(person, "Lena"), "classic")
    (here,) = await all_open(stack, code, users[:1])
    (there,) = await all_open(stack, elsewhere, users[:1])
    await here.frame()
    await there.frame()
    await in_database(move, code)
    assert versions(await here.frame())[1] == 1
    assert await there.silent()


async def test_a_failed_reading_is_repeated(quick_heartbeat, stack, monkeypatch, caplog):
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    await all_shown()  # The reading after the first notification is finished now.
    read, fails = hub.read_updates, [1, 1]

    def sometimes(*args):
        if fails and fails.pop():
            raise OSError("the disk is busy")
        return read(*args)

    monkeypatch.setattr(hub, "read_updates", sometimes)
    await in_database(move, code)
    while versions(await listener.frame())[1] < 1:
        pass
    assert "the disk is busy" in caplog.text


async def test_slow_updates_do_not_delay_moves(no_heartbeat, stack, monkeypatch):
    monkeypatch.setattr(notifications, "LONGEST_WAIT", 600)
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    assert await listener.silent()
    read, begun, goes_on = hub.read_updates, threading.Event(), threading.Event()

    def slowly(*args):
        begun.set()
        assert goes_on.wait(PATIENCE)
        return read(*args)

    monkeypatch.setattr(hub, "read_updates", slowly)
    try:
        # If the move waited for the end of the update, this line would take minutes.
        await in_database(move, code)
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        assert listener.has_nothing()
    finally:
        goes_on.set()
    assert versions(await listener.frame())[1] == 1


async def test_a_broken_subscription_is_renewed(no_heartbeat, stack, monkeypatch):
    code, users = await in_database(a_game)
    (listener,) = await all_open(stack, code, users[:1])
    await listener.frame()
    layer = get_channel_layer()
    receive, fails = layer.receive, [1]

    async def breaks(channel):
        message = await receive(channel)
        if fails:
            fails.pop()
            raise ConnectionError("the line is down")
        return message

    monkeypatch.setattr(layer, "receive", breaks)
    monkeypatch.setattr(subscriber, "RETRY_SECONDS", 0)
    # The subscriber still waits in the old ``receive``. After one notification it waits in the new
    # one, which breaks.
    await in_database(move, code)
    assert versions(await listener.frame())[1] == 1
    await in_database(move, code)
    # This notification is lost, because the connection breaks. The new connection brings the
    # update.
    while versions(await listener.frame())[1] < 2:
        pass
    await in_database(move, code)
    while versions(await listener.frame())[1] < 3:
        pass


async def test_a_deleted_room(quick_heartbeat):
    user = await in_database(person)
    code = await in_database(lobby.open_room, user, "classic")
    async with SocketClient(code, user) as listener:
        await listener.frame()
        await in_database(Room.objects.all().delete)
        assert await listener.closed() == 4404
    async with SocketClient(code, user) as listener:
        assert await listener.closed() == 4404
