"""The running scheduler: its tasks, its failures, and its end."""

import asyncio
import contextlib
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils import timezone

from bots import driver, scheduler
from game import play
from game.integrity import problems
from game.models import DueWork, Game
from live import notifications, subscriber
from rooms.models import Room, Seat
from tests.database.kit.sockets import looks_into_layer
from tests.kit import PLAIN, people, room_of, started, table_of
from tests.waiting import wait_until_async

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: The longest wait for whole games on a slow machine.
PATIENCE = 120


@contextlib.asynccontextmanager
async def running():
    """A running scheduler. It stops at the end of the block."""
    stop = asyncio.Event()
    task = asyncio.create_task(scheduler.run(stop))
    try:
        yield task
    finally:
        stop.set()
        await asyncio.wait_for(task, PATIENCE)


async def until(what):
    """Wait until a condition on the database is true."""
    await wait_until_async("the database says so", sync_to_async(what), PATIENCE)


@pytest.fixture
def sleeps(monkeypatch):
    """A function that waits until schedulers have gone to sleep this number of times, because no
    game was due.
    """
    slept = []
    first_of = scheduler.first_of

    async def fall_asleep(*events, seconds):
        if seconds:
            slept.append(seconds)
        await first_of(*events, seconds=seconds)

    async def wait(times):
        await wait_until_async("the clock sleeps", lambda: len(slept) >= times, PATIENCE)

    monkeypatch.setattr(scheduler, "first_of", fall_asleep)
    return wait


#: A new scheduler wakes once, because it may have missed notifications before it subscribed. After
#: it has fallen asleep this number of times, only a notification or a regular check wakes it.
NOT_WOKEN_ANY_MORE = 2


def bots_game(**options):
    return started([], PLAIN, bots=4, **options)


def finished(*games):
    ids = [game.pk for game in games]
    return Game.objects.filter(pk__in=ids, status="finished").count() == len(ids)


def moved(game):
    """Whether the scheduler has made some moves."""
    return Game.objects.filter(pk=game.pk, version__gte=3).exists()


async def test_the_scheduler_finishes_games_of_bots():
    games = [await sync_to_async(bots_game)() for _ in range(2)]
    async with running():
        await until(lambda: finished(*games))


async def test_the_scheduler_finishes_a_deserted_game(monkeypatch):
    monkeypatch.setattr(scheduler, "DESERTED_SECONDS", 0)
    (asha,) = await sync_to_async(people)(1)
    game = await sync_to_async(started)([asha], PLAIN, bots=3)
    await sync_to_async(play.replace_with_bot)(game.pk, asha.pk, "easy")
    async with running():
        await until(lambda: finished(game))


@pytest.mark.postgres
async def test_two_schedulers_make_each_move_once():
    game = await sync_to_async(bots_game)()
    async with running(), running():
        await until(lambda: finished(game))
    assert await sync_to_async(problems)(await Game.objects.aget(pk=game.pk)) == []


async def test_a_later_game_is_noticed(sleeps):
    async with running():
        await sleeps(1)
        game = await sync_to_async(bots_game)()
        await until(lambda: moved(game))


async def test_the_scheduler_finds_due_games_without_notifications(monkeypatch, sleeps):
    monkeypatch.setattr(notifications, "publish_game", lambda *args, **options: None)
    async with running():
        await sleeps(NOT_WOKEN_ANY_MORE)
        game = await sync_to_async(bots_game)()
        await until(lambda: moved(game))


async def test_a_notification_wakes_the_scheduler(monkeypatch, sleeps):
    """The scheduler wakes long before its next regular check."""
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", 10 * PATIENCE)
    async with running():
        await sleeps(NOT_WOKEN_ANY_MORE)
        game = await sync_to_async(bots_game)()
        await until(lambda: moved(game))


async def test_a_sleeping_scheduler_stops_at_once(monkeypatch, sleeps):
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", 10 * PATIENCE)
    stop = asyncio.Event()
    task = asyncio.create_task(scheduler.run(stop))
    await sleeps(NOT_WOKEN_ANY_MORE)
    stop.set()
    await asyncio.wait_for(task, PATIENCE)


@looks_into_layer
async def test_the_scheduler_leaves_no_tasks_behind(sleeps):
    before = asyncio.all_tasks()
    async with running():
        await sleeps(NOT_WOKEN_ANY_MORE)
    assert asyncio.all_tasks() == before
    # No subscription is left. Without a reader it would fill up, and each notification would log an
    # error.
    assert not get_channel_layer().groups.get(notifications.SCHEDULER)


async def test_a_failing_game_delays_no_other_game(monkeypatch, caplog):
    bad, good = [await sync_to_async(bots_game)() for _ in range(2)]
    think = driver._Table.decision

    def break_down(table):
        if table.game.pk == bad.pk:
            raise RuntimeError("a loose spring")
        return think(table)

    monkeypatch.setattr(driver._Table, "decision", break_down)
    async with running():
        await until(lambda: moved(good))
    assert "a loose spring" in caplog.text
    # The game is due again when the lease ends.
    assert (await Game.objects.aget(pk=bad.pk)).due_at is not None


async def test_the_scheduler_waits_while_bots_think(settings, monkeypatch, sleeps):
    monkeypatch.setattr(scheduler, "LONGEST_SLEEP", 0.01)
    settings.BOT_THINK_SECONDS = 600
    game = await sync_to_async(bots_game)()
    async with running():
        await sleeps(5)
    assert (await Game.objects.aget(pk=game.pk)).version == 0


async def test_an_unavailable_channel_layer_is_tried_again(monkeypatch, caplog):
    class Broken:
        async def new_channel(self):
            raise ConnectionError("Redis is down")

    monkeypatch.setattr(subscriber, "get_channel_layer", Broken)
    game = await sync_to_async(bots_game)()
    async with running():
        await until(lambda: moved(game))
    assert "No change notifications arrive" in caplog.text


async def test_the_scheduler_marks_silent_people_as_away(monkeypatch, settings):
    monkeypatch.setattr(scheduler, "PRESENCE_GRACE_SECONDS", 0)
    settings.AWAY_AFTER_SECONDS = -1
    users = await sync_to_async(people)(2)
    await sync_to_async(room_of)(users)
    async with running():
        await until(lambda: Seat.objects.filter(away=True).count() == 2)


async def test_waiting_players_are_notified_that_a_bot_may_move(monkeypatch):
    monkeypatch.setattr(scheduler, "PRESENCE_GRACE_SECONDS", 0)
    room = await sync_to_async(table_of)(await sync_to_async(people)(4))
    holder = await room.game.players.aget(seat=room.game.turn)
    long_ago = timezone.now() - timedelta(seconds=100)
    await Seat.objects.filter(user=holder.user_id).aupdate(away=True, last_seen=long_ago)
    async with running():
        await until(lambda: Room.objects.filter(pk=room.pk, version__gt=room.version).exists())


@pytest.mark.postgres
async def test_schedulers_do_the_work_in_the_background(monkeypatch):
    done = []

    def finish(work, stopped):
        done.append(work.subject)

    monkeypatch.setattr(scheduler, "BACKGROUND_SECONDS", 0)
    monkeypatch.setattr(scheduler.background, "KINDS", {"mail": finish})
    now = timezone.now()
    work = [DueWork(kind="mail", subject=str(number), due_at=now) for number in range(5)]
    await DueWork.objects.abulk_create(work)
    async with running(), running():
        await until(lambda: not DueWork.objects.filter(kind="mail").exists())
    assert sorted(done) == list("01234")


async def test_the_scheduler_continues_if_the_work_in_the_background_fails(monkeypatch, caplog):
    def fails(stopped):
        raise OSError("no room")

    monkeypatch.setattr(scheduler, "BACKGROUND_SECONDS", 0)
    monkeypatch.setattr(scheduler.background, "do_due_work", fails)
    game = await sync_to_async(bots_game)()
    async with running():
        await until(lambda: moved(game))
    assert "The work in the background could not be read" in caplog.text
