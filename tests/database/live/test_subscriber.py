"""The subscriber: its subscriptions, and its recovery from a dead connection to Redis."""

import asyncio
import contextlib

import pytest
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from cluster.ports import free_port
from cluster.redis import Redis
from live import subscriber
from tests.database.kit.relay import relayed
from tests.database.kit.sockets import tasks_of_the_site
from tests.waiting import PATIENCE, wait_until_async

pytestmark = pytest.mark.slow

GROUP = "room.AAAAAA"
NOTIFICATION = {"type": "notification", "room": "AAAAAA", "version": 1}
NEXT_NOTIFICATION = NOTIFICATION | {"version": 2}


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
    address = redis.url.replace(f":{redis.port}/", f":{port}/")
    return RedisPubSubChannelLayer(hosts=[{"address": address, "socket_connect_timeout": 0.5}])


class Listener:
    """Subscribes to the group, and records notifications."""

    def __init__(self):
        self.received = asyncio.Queue()
        self.listening = subscriber.subscribe(self.received.put_nowait)

    async def __aenter__(self):
        await self.listening.set_groups({GROUP})
        return self

    async def __aexit__(self, *error):
        await self.listening.cancel()

    async def receives(self, notification, seconds=30):
        async with asyncio.timeout(seconds):
            while await self.received.get() != notification:
                pass

    async def next(self):
        """The next notification."""
        return await asyncio.wait_for(self.received.get(), PATIENCE)

    async def receives_again(self, publish):
        """Publish again and again, because notifications during a reconnect may be lost."""
        async with asyncio.timeout(30):
            while True:
                await publish()
                with contextlib.suppress(TimeoutError):
                    return await self.receives(NOTIFICATION, 1)

    def forget(self):
        while not self.received.empty():
            self.received.get_nowait()


@pytest.fixture
def silence_noticed(caplog):
    """A function that waits until a subscriber has noticed that it receives nothing."""
    return lambda: wait_until_async(
        "the subscriber notices the silence",
        lambda: "No change notifications arrive" in caplog.text,
    )


@pytest.fixture
async def publish(redis):
    """A function that publishes a notification through a separate connection."""
    layer = layer_at(redis, redis.port)
    yield lambda: layer.group_send(GROUP, NOTIFICATION)
    await layer.flush()


async def test_after_a_failure_of_redis_notifications_arrive_again(
    quick, redis, publish, monkeypatch, silence_noticed
):
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, redis.port))
    async with Listener() as listener:
        await listener.receives(None)
        await listener.receives_again(publish)
        redis.stop()
        await silence_noticed()
        listener.forget()
        redis.start()
        await listener.receives(None)
        await listener.receives_again(publish)


async def test_a_silently_dead_connection_is_replaced(quick, redis, publish, monkeypatch):
    with relayed(redis.port) as relay:
        monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, relay.port))
        async with Listener() as listener:
            await listener.receives(None)
            relay.dead = True
            await publish()
            await wait_until_async(
                "the notification is lost", lambda: b"notification" in relay.swallowed
            )
            listener.forget()
            relay.dead = False
            await listener.receives(None)
            await listener.receives_again(publish)


async def test_new_subscriptions_wait_briefly_while_redis_hangs(
    quick, redis, publish, monkeypatch, silence_noticed
):
    with relayed(redis.port) as relay:
        monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, relay.port))
        async with Listener() as first:
            await first.receives(None)
            relay.dead = True
            begun = asyncio.get_running_loop().time()
            for number in range(100):
                await first.listening.set_groups({GROUP, f"room.{number}"})
            # A call waits at most half a second, and only the first call after each reconnect
            # waits. So most of these calls do not wait.
            assert asyncio.get_running_loop().time() - begun < 100 * subscriber.LONGEST_CALL / 3
            await silence_noticed()
            relay.dead = False
            first.forget()
            await first.receives(None)
            await first.receives_again(publish)


async def test_cancelling_one_subscription_keeps_the_others(quick, redis, publish, monkeypatch):
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer_at(redis, redis.port))
    async with Listener() as one:
        async with Listener() as other:
            await other.receives(None)
        await one.receives_again(publish)
    assert subscriber.open_here() is None


async def test_notifications_within_a_process_need_no_redis(redis, monkeypatch):
    """A subscription gets each notification of its own process at once and only once. It also gets
    those of other processes.
    """
    monkeypatch.setattr(subscriber, "LONGEST_CALL", 30)  # Redis is running and will answer.
    layer = layer_at(redis, redis.port)
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer)
    async with Listener() as listener:
        await listener.receives(None)
        subscriber.deliver_locally(["another"], NOTIFICATION)
        assert listener.received.empty()
        subscriber.deliver_locally([GROUP, "clock"], NOTIFICATION)
        assert listener.received.get_nowait() == NOTIFICATION
        # The first of these is the echo of the delivered notification, and is ignored.
        await layer.group_send(GROUP, NOTIFICATION)
        await layer.group_send(GROUP, NEXT_NOTIFICATION)
        assert await listener.next() == NEXT_NOTIFICATION
        await layer.group_send(GROUP, NOTIFICATION)
        await listener.receives(NOTIFICATION)
        redis.stop()
        listener.forget()
        subscriber.deliver_locally([GROUP], NOTIFICATION)
        assert listener.received.get_nowait() == NOTIFICATION


@pytest.fixture
def layer_here(monkeypatch):
    """An in-process channel layer."""
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(subscriber, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(subscriber, "LONGEST_CALL", 30)
    return layer


async def test_cancelling_twice_does_not_affect_the_next_subscription(layer_here):
    async with Listener() as first:
        pass
    async with Listener() as second:
        await second.receives(None)
        await first.listening.cancel()
        subscriber.deliver_locally([GROUP], NOTIFICATION)
        await second.receives(NOTIFICATION)
    assert subscriber.open_here() is None


async def test_a_subscriber_closes_even_if_the_waiting_task_is_cancelled(layer_here, monkeypatch):
    never, begun = asyncio.Event(), asyncio.Event()
    before = tasks_of_the_site()

    async def hangs(group, channel):
        begun.set()
        await never.wait()

    monkeypatch.setattr(layer_here, "group_discard", hangs)
    listener = await Listener().__aenter__()
    await listener.receives(None)
    stopping = asyncio.create_task(listener.listening.cancel())
    await begun.wait()
    stopping.cancel()
    await asyncio.wait({stopping})
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert subscriber.open_here() is None
