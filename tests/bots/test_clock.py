"""The clock: acts when something is due, and stops when it is told to."""

import asyncio
import contextlib
from datetime import timedelta
from time import monotonic

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from bots import clock, driver
from game import doorbell, ear
from game.checks import problems
from game.models import Game, Part
from rooms.models import Room, Seat
from tests.kit import PLAIN, people, play_on, room_of, started, table_of
from tests.rooms.sockets import looks_into_layer

pytestmark = pytest.mark.django_db(transaction=True)

#: So long is waited for what has to come: whole games, however slow the machine.
PATIENCE = 120


@contextlib.asynccontextmanager
async def running():
    """A clock that runs meanwhile, and is told to stop."""
    stop = asyncio.Event()
    task = asyncio.create_task(clock.run(stop))
    try:
        yield task
    finally:
        stop.set()
        await asyncio.wait_for(task, PATIENCE)


async def until(what, seconds=PATIENCE):
    """Wait until the database says so."""
    end = monotonic() + seconds
    while not await sync_to_async(what)():
        assert monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


def bots_game(**options):
    return started([], PLAIN, bots=4, **options)


def finished(*games):
    ids = [game.pk for game in games]
    return Game.objects.filter(pk__in=ids, status="finished").count() == len(ids)


async def test_it_plays_games_of_bots_to_their_ends():
    games = [await sync_to_async(bots_game)() for _ in range(2)]
    async with running():
        await until(lambda: finished(*games))


async def test_two_clocks_do_no_harm():
    game = await sync_to_async(bots_game)()
    async with running(), running():
        await until(lambda: finished(game))
    assert await sync_to_async(problems)(await Game.objects.aget(pk=game.pk)) == []


async def test_a_game_that_is_dealt_later_is_noticed():
    async with running():
        await asyncio.sleep(0.1)
        game = await sync_to_async(bots_game)()
        await until(lambda: finished(game))


async def test_it_looks_by_itself_where_no_bell_rings(monkeypatch):
    monkeypatch.setattr(doorbell, "ring_game", lambda *args, **options: None)
    async with running():
        await asyncio.sleep(0.1)
        game = await sync_to_async(bots_game)()
        await until(lambda: finished(game))


async def test_the_bell_wakes_it_up(monkeypatch):
    """Long before it would have looked by itself."""
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 10 * PATIENCE)
    async with running():
        await asyncio.sleep(0.3)
        game = await sync_to_async(bots_game)()
        await until(lambda: finished(game))


async def test_it_stops_at_once_though_it_sleeps(monkeypatch):
    monkeypatch.setattr(clock, "LONGEST_SLEEP", 10 * PATIENCE)
    stop = asyncio.Event()
    task = asyncio.create_task(clock.run(stop))
    await asyncio.sleep(0.2)
    stop.set()
    await asyncio.wait_for(task, PATIENCE)


@looks_into_layer
async def test_it_leaves_nothing_running_behind():
    before = asyncio.all_tasks()
    async with running():
        await asyncio.sleep(0.1)
    assert asyncio.all_tasks() == before
    # Nor an ear that nobody listens with: it would fill up, and each ring complain of it.
    assert not get_channel_layer().groups.get(doorbell.CLOCK)


async def test_a_game_that_fails_holds_no_other_up(monkeypatch, caplog):
    bad, good = [await sync_to_async(bots_game)() for _ in range(2)]
    think = driver._Table.thought

    def break_down(table):
        if table.game.pk == bad.pk:
            raise RuntimeError("a loose spring")
        return think(table)

    monkeypatch.setattr(driver._Table, "thought", break_down)
    async with running():
        await until(lambda: finished(good))
    assert "a loose spring" in caplog.text
    # It is due again when the lease has run out.
    assert (await Game.objects.aget(pk=bad.pk)).due_at is not None


async def test_it_waits_while_bots_think(settings):
    settings.BOT_THINK_SECONDS = 600
    game = await sync_to_async(bots_game)()
    async with running():
        await asyncio.sleep(0.6)
    assert (await Game.objects.aget(pk=game.pk)).version == 0


async def test_a_channel_layer_that_is_down_is_tried_again(monkeypatch, caplog):
    class Broken:
        async def new_channel(self):
            raise ConnectionError("Redis is down")

    monkeypatch.setattr(ear, "get_channel_layer", Broken)
    game = await sync_to_async(bots_game)()
    async with running():
        await until(lambda: finished(game))
    assert "doorbell can't be heard" in caplog.text


async def test_it_calls_away_who_is_not_heard_of(monkeypatch, settings):
    monkeypatch.setattr(clock, "PRESENCE_GRACE_SECONDS", 0)
    settings.AWAY_AFTER_SECONDS = -1
    users = await sync_to_async(people)(2)
    await sync_to_async(room_of)(users)
    async with running():
        await until(lambda: Seat.objects.filter(away=True).count() == 2)


async def test_it_tells_those_who_wait_that_a_bot_may_move(monkeypatch):
    monkeypatch.setattr(clock, "PRESENCE_GRACE_SECONDS", 0)
    room = await sync_to_async(table_of)(await sync_to_async(people)(4))
    holder = await room.game.players.aget(seat=room.game.turn)
    long_ago = timezone.now() - timedelta(seconds=100)
    await Seat.objects.filter(user=holder.user_id).aupdate(away=True, last_seen=long_ago)
    async with running():
        await until(lambda: Room.objects.filter(pk=room.pk, version__gt=room.version).exists())


async def test_it_makes_the_history_of_games_good(monkeypatch):
    """What an older process has left out while the site was upgraded."""
    monkeypatch.setattr(clock, "HISTORY_SECONDS", 0.02)
    game = await sync_to_async(started)(await sync_to_async(people)(4), PLAIN)
    await sync_to_async(play_on)(game)
    await Part.objects.all().adelete()
    await Game.objects.aupdate(in_history=False)
    async with running():
        await until(lambda: Part.objects.filter(game=game).count() == 4)
