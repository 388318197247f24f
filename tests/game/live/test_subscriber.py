"""The subscriber with a real Redis: it notices a dead connection and recovers."""

import asyncio
import contextlib

import pytest
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from cluster.ports import free_port
from cluster.redis import Redis
from game.live import subscriber
from tests.faults.relay import relayed
from tests.rooms.sockets import tasks_of_the_site
from tests.waiting import PATIENCE, wait_until_async

pytestmark = pytest.mark.slow

GROUP = "room.AAAAAA"
RING = {"type": "notification", "room": "AAAAAA", "version": 1}
NEXT_RING = RING | {"version": 2}


@pytest.fixture
def quick(monkeypatch):
    """Shorter times than in production."""
    monkeypatch.setattr(subscriber, "ECHO_SECONDS", 0.2)
    monkeypatch.setattr(subscriber, "SILENCE_SECONDS", 0.5)
    monkeypatch.setattr(subscriber, "RETRY_SECONDS", 0.1)


@pytest.fixture
def redis(tmp_path):
    server = Redis(tmp_path, free_port())
    server.start()
    yield server
    server.stop()


def layer_at(redis, port):
    address = redis.url_at(port)
    return RedisPubSubChannelLayer(hosts=[{"address": address, "socket_connect_timeout": 0.5}])


class Listener:
    """Subscribes to the group, and records notifications."""

    def __init__(self):
        self.told = asyncio.Queue()
        self.listening = subscriber.subscribe(self.told.put_nowait)

    async def __aenter__(self):
        await self.listening.set_groups({GROUP})
        return self

    async def __aexit__(self, *error):
        await self.listening.cancel()

    async def hears(self, what, seconds=30):
        async with asyncio.timeout(seconds):
            while await self.told.get() != what:
                pass

    async def next(self):
        """The next notification."""
        return await asyncio.wait_for(self.told.get(), PATIENCE)

    async def hears_again(self, bell):
        """Publish again and again, because notifications during a reconnect may be lost."""
        async with asyncio.timeout(30):
            while True:
                await bell()
                with contextlib.suppress(TimeoutError):
                    return await self.hears(RING, 1)

    def forget(self):
        while not self.told.empty():
            self.told.get_nowait()


@pytest.fixture
def deafness(caplog):
    """Wait until a subscriber has noticed that it receives nothing."""
    return lambda: wait_until_async(
        "the ear notices", lambda: "No change notifications arrive" in caplog.text
    )


@pytest.fixture
async def bell(redis):
    """Publish through a connection of its own."""
    layer = layer_at(redis, redis.port)
    yield lambda: layer.group_send(GROUP, RING)
    await layer.flush()


async def test_after_redis_was_away_it_says_so_and_hears_again(
    quick, redis, bell, monkeypatch, deafness
):
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, redis.port))
    async with Listener() as listener:
        await listener.hears(None)
        await listener.hears_again(bell)
        redis.stop()
        await deafness()
        listener.forget()
        redis.start()
        await listener.hears(None)
        await listener.hears_again(bell)


async def test_a_line_that_is_silently_dead_is_replaced(quick, redis, bell, monkeypatch):
    with relayed(redis.port) as relay:
        monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, relay.port))
        async with Listener() as listener:
            await listener.hears(None)
            relay.dead = True
            await bell()
            await wait_until_async(
                "the notification is lost", lambda: b"notification" in relay.swallowed
            )
            listener.forget()
            relay.dead = False
            await listener.hears(None)
            await listener.hears_again(bell)


async def test_who_comes_while_redis_hangs_waits_briefly(quick, redis, bell, monkeypatch, deafness):
    with relayed(redis.port) as relay:
        monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, relay.port))
        async with Listener() as first:
            await first.hears(None)
            relay.dead = True
            begun = asyncio.get_running_loop().time()
            for number in range(100):
                await first.listening.set_groups({GROUP, f"room.{number}"})
            # This takes about half a second each time, because a new connection is opened, but not
            # once for each message.
            assert asyncio.get_running_loop().time() - begun < 100 * subscriber.LONGEST_CALL / 3
            await deafness()
            relay.dead = False
            first.forget()
            await first.hears(None)
            await first.hears_again(bell)


async def test_one_that_stops_leaves_the_others_listening(quick, redis, bell, monkeypatch):
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, redis.port))
    async with Listener() as one:
        async with Listener() as other:
            await other.hears(None)
        await one.hears_again(bell)
    assert asyncio.get_running_loop() not in subscriber._subscribers


async def test_a_ring_of_this_process_needs_no_redis(redis, monkeypatch):
    """A subscription gets each notification of its own process at once and only once. It also gets
    those of other processes.
    """
    monkeypatch.setattr(subscriber, "LONGEST_CALL", 30)  # Redis is running again and will answer.
    layer = layer_at(redis, redis.port)
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer)
    async with Listener() as here:
        await here.hears(None)
        subscriber.deliver_locally(["another"], RING)
        assert here.told.empty()
        subscriber.deliver_locally([GROUP, "clock"], RING)
        assert here.told.get_nowait() == RING
        # The echo of the first notification returns before this one, and is ignored.
        await layer.group_send(GROUP, RING)
        await layer.group_send(GROUP, NEXT_RING)
        assert await here.next() == NEXT_RING
        await layer.group_send(GROUP, RING)
        await here.hears(RING)
        redis.stop()
        here.forget()
        subscriber.deliver_locally([GROUP], RING)
        assert here.told.get_nowait() == RING


@pytest.fixture
def layer_here(monkeypatch):
    """An in-process channel layer."""
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(subscriber, "LONGEST_CALL", 30)
    return layer


async def test_stopping_twice_leaves_the_next_ear_alone(layer_here):
    async with Listener() as first:
        pass
    async with Listener() as second:
        await second.hears(None)
        await first.listening.cancel()
        subscriber.deliver_locally([GROUP], RING)
        await second.hears(RING)
    assert asyncio.get_running_loop() not in subscriber._subscribers


async def test_an_ear_closes_even_if_nobody_waits_until_it_has(layer_here, monkeypatch):
    never, begun = asyncio.Event(), asyncio.Event()
    before = tasks_of_the_site()

    async def hangs(group, channel):
        begun.set()
        await never.wait()

    monkeypatch.setattr(layer_here, "group_discard", hangs)
    listener = await Listener().__aenter__()
    await listener.hears(None)
    stopping = asyncio.create_task(listener.listening.cancel())
    await begun.wait()
    stopping.cancel()
    await asyncio.wait({stopping})
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert asyncio.get_running_loop() not in subscriber._subscribers
