"""Change notifications are published after a commit. They do not delay a move or make it fail."""

import asyncio

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from game import play
from game.models import Game
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from live import notifications
from rooms.actions import lobby, playing
from tests.kit import ask, missed_ask, people, room_of, signed_in, started, state_of, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


class RecordingLayer:
    """A fake channel layer that records messages."""

    def __init__(self):
        self.sent = []

    async def group_send(self, group, message):
        self.sent.append((group, message))


class Broken:
    async def group_send(self, group, message):
        raise ConnectionError("Redis is down")


@pytest.fixture
def layer(monkeypatch):
    layer = RecordingLayer()
    monkeypatch.setattr(notifications, "get_channel_layer", lambda: layer)
    return layer


@pytest.fixture
def broken(monkeypatch):
    monkeypatch.setattr(notifications, "get_channel_layer", Broken)


def test_a_move_notifies_its_pages_and_the_scheduler(layer):
    game = started(people(1), bots=3)
    layer.sent.clear()
    state = state_of(game)
    play.act(game.pk, missed_ask(state), version=0, mover="bot")
    message = {"type": "notification", "game": game.pk, "version": 1}
    assert layer.sent == [(f"room.{game.room_code}", message), ("clock", message)]


def test_the_scheduler_gets_no_notification_if_nothing_is_due(layer):
    """Only people play, without a turn clock."""
    game = started(people(4))
    layer.sent.clear()
    play.act(game.pk, missed_ask(state_of(game)), version=0)
    assert [group for group, _message in layer.sent] == [f"room.{game.room_code}"]


def test_a_start_notifies_the_scheduler(layer):
    game = started(people(1), bots=3, dealer=1)
    assert ("clock", {"type": "notification", "game": game.pk, "version": 0}) in layer.sent


def test_the_notification_of_a_room_has_its_version(layer):
    users = people(2)
    code = room_of(users)
    layer.sent.clear()
    lobby.swap(code, users[0], 0, 1)
    ((group, message),) = layer.sent
    assert group == f"room.{code}"
    assert message == {"type": "notification", "room": code, "version": 2}


def test_notifications_have_no_content(layer):
    """A notification has only its type, an id and a version: no card, seat or name."""
    users = people(4)
    room = table_of(users)
    play.act(room.game_id, missed_ask(state_of(room.game)), version=0)
    assert layer.sent
    for _group, message in layer.sent:
        assert set(message) <= {"type", "game", "room", "version"}


def test_nothing_is_published_before_the_commit(layer):
    game = started(people(4))
    layer.sent.clear()
    with transaction.atomic():
        play.act(game.pk, missed_ask(state_of(game)), version=0)
        assert layer.sent == []
    assert len(layer.sent) == 1


def test_a_rolled_back_move_publishes_nothing(layer):
    game = started(people(4))
    layer.sent.clear()
    with pytest.raises(RuntimeError), transaction.atomic():
        play.act(game.pk, missed_ask(state_of(game)), version=0)
        raise RuntimeError("the power went")
    assert layer.sent == []
    assert Game.objects.get(pk=game.pk).version == 0


def test_a_refused_move_publishes_nothing(layer):
    users = people(4)
    game = started(users)
    code = room_of(users)
    layer.sent.clear()
    with pytest.raises(IllegalMove):
        play.act(game.pk, ask(0, "8C", 1), version=0)
    with pytest.raises(Refused):
        play.act(game.pk, ask(0, "2C", 1), version=9)
    with pytest.raises(Refused):
        playing.start(code, users[1])
    assert layer.sent == []


def test_a_repeated_request_publishes_nothing(layer):
    users = people(4)
    game = started(users)
    move, request = missed_ask(state_of(game)), play.Request(users[0].pk, "r")
    play.act(game.pk, move, version=0, request=request)
    layer.sent.clear()
    play.act(game.pk, move, version=0, request=request)
    assert layer.sent == []


def test_an_unavailable_layer_does_not_break_a_committed_move(broken):
    game = started(people(4))
    move = missed_ask(state_of(game))
    assert play.act(game.pk, move, version=0).version == 1
    assert Game.objects.get(pk=game.pk).version == 1


class Slow(RecordingLayer):
    """A layer that blocks until it is released."""

    def __init__(self):
        super().__init__()
        self.goes_on = asyncio.Event()

    async def group_send(self, group, message):
        await self.goes_on.wait()
        await super().group_send(group, message)


async def all_published():
    """Wait until all notifications are published."""
    loop = asyncio.get_running_loop()
    # An earlier test may have ended while its loop was publishing.
    while here := {each for each in notifications._publishing if each.get_loop() is loop}:
        await asyncio.wait(here)


async def test_a_slow_layer_does_not_delay_the_caller_and_still_publishes(monkeypatch):
    layer = Slow()
    monkeypatch.setattr(notifications, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(notifications, "LONGEST_PUBLISH", 60)
    await notifications._publish_and_wait(["a", "b"], {})
    assert layer.sent == []
    layer.goes_on.set()
    await all_published()
    assert layer.sent == [("a", {}), ("b", {})]


async def test_publishing_through_a_hanging_layer_is_given_up(monkeypatch, caplog):
    layer = Slow()
    monkeypatch.setattr(notifications, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(notifications, "LONGEST_PUBLISH", 0.2)
    await notifications._publish_and_wait(["a"], {})
    await all_published()
    [record] = caplog.records
    assert "could not be published" in record.getMessage()
    assert (record.levelname, record.exc_info) == ("WARNING", None)


def test_an_unavailable_layer_breaks_no_page(broken):
    users = people(4)
    code = room_of(users)
    clients = [signed_in(user) for user in users]
    assert clients[0].post(f"/r/{code}/start/").status_code == 302
    state = clients[0].get(f"/r/{code}/state.json").json()
    turn = state["turn"]
    mine = clients[turn].get(f"/r/{code}/state.json").json()
    card, seats = next(iter(mine["legal"]["asks"].items()))
    fields = {"card": card, "of": seats[0], "version": 0, "request_id": "r"}
    assert clients[turn].post(f"/r/{code}/ask/", fields).status_code == 302
    assert clients[0].get(f"/r/{code}/state.json").json()["version"] == 1


def test_members_of_the_group_receive_the_notification():
    """The test uses the channel layer of the settings."""
    layer = get_channel_layer()

    async def listen():
        channel = await layer.new_channel()
        await layer.group_add(notifications.room_group("K7QF2M"), channel)
        await notifications._publish_and_wait(
            [notifications.room_group("K7QF2M"), notifications.SCHEDULER], {"type": "notification"}
        )
        return await layer.receive(channel)

    assert async_to_sync(listen)() == {"type": "notification"}
