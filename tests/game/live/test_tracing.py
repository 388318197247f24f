"""Traces of moves: their times, and the command that shows them."""

import asyncio
import json
import time
from threading import Thread

import pytest
from channels.layers import channel_layers
from django.core.management import CommandError, call_command
from prometheus_client import REGISTRY

from game import play
from game.live import notifications, tracing
from game.models import MoveTrace
from rooms.live import room_registry
from tests.kit import missed_ask, state_of
from tests.rooms.live.test_consumer import a_game, miss, the_game
from tests.rooms.live.test_moving import answer, next_miss, sent
from tests.rooms.sockets import SocketClient, all_shown, in_database

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def storing(monkeypatch):
    """Record traces. They are stored only when a test calls ``store_all``."""
    monkeypatch.setattr(channel_layers, "backends", {})
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 600)
    monkeypatch.setattr(tracing, "_storing", Thread())
    monkeypatch.setattr(tracing, "_traces", {})


def store_all():
    tracing.store(time.monotonic() + 1)


def moves_counted():
    return REGISTRY.get_sample_value("literature_move_seconds_count")


def traced(capsys, game_id, number, *options):
    call_command("trace_move", game_id, number, *options)
    return capsys.readouterr().out


async def test_each_step_of_a_move_by_a_socket(capsys):
    code, users = await in_database(a_game)
    watching = users[:3]
    turn, message = await next_miss(code)
    clients = [SocketClient(code, each) for each in {*watching, users[turn]}]
    for client in clients:
        await client.__aenter__()
        await client.frame()
    mover = next(each for each in clients if each.user == users[turn])
    before = moves_counted()
    await sent(mover, message)
    await answer(mover)
    assert moves_counted() == before + 1
    for client in clients:
        if client is not mover:
            await client.frame()
    await asyncio.gather(*notifications._publishing)
    await in_database(store_all)
    game = await in_database(the_game, code)
    found = json.loads(await in_database(traced, capsys, game.pk, 1, "--json"))
    (row,) = found["processes"]
    times = [row[stage] for stage in ("asked", "committed", "rendered", "sent")]
    assert times == sorted(times)
    assert row["published"] >= row["committed"]
    assert row["sockets"] == len(clients)
    shown = await in_database(traced, capsys, game.pk, 1)
    assert "Made by: a person" in shown
    for client in clients:
        await client.leave()


async def test_a_process_that_only_shows_the_game(capsys):
    """A move is sent only to sockets that had the table without the move, and only these are
    counted.
    """
    code, users = await in_database(a_game)
    async with SocketClient(code, users[0]) as client:
        await client.frame()
        await in_database(miss, code)
        await client.frame()
        async with SocketClient(code, users[1]) as newcomer:
            await newcomer.frame()
            await all_shown()
    await in_database(store_all)
    game = await in_database(the_game, code)
    (row,) = await in_database(lambda: list(MoveTrace.objects.values()))
    assert (row["game_id"], row["number"], row["sockets"]) == (game.pk, 1, 1)
    assert row["committed"] <= row["rendered"] <= row["sent"]


def test_several_moves_in_one_update_have_the_sending_time_of_the_last(capsys):
    code, _users = a_game()
    game = the_game(code)
    for number in range(3):
        state = state_of(game)
        play.act(game.pk, missed_ask(state), version=number)
    MoveTrace.objects.create(
        game_id=game.pk, number=3, process="b", rendered=8.0, sent=9.0, sockets=5
    )
    MoveTrace.objects.create(game_id=game.pk, number=1, process="a", committed=1.0)
    rows = json.loads(traced(capsys, game.pk, 1, "--json"))["processes"]
    assert [(row["process"], row["committed"], row["sent"]) for row in rows] == [
        ("a", 1.0, None),
        ("b", None, 9.0),
    ]


def test_unknown_moves_have_no_trace(capsys):
    code, _users = a_game()
    miss(code)
    assert "This move has no trace" in traced(capsys, the_game(code).pk, 1)
    with pytest.raises(CommandError, match="no move with this number"):
        traced(capsys, the_game(code).pk, 2)


def test_only_the_newest_traces_are_stored(monkeypatch):
    monkeypatch.setattr(tracing, "MOST_KEPT", 2)
    for number in range(4):
        tracing.committed("game", number + 1)
        store_all()
    tracing.prune()
    assert list(MoveTrace.objects.order_by("pk").values_list("number", flat=True)) == [3, 4]


def test_without_a_storing_thread_nothing_is_traced(monkeypatch):
    monkeypatch.setattr(tracing, "_storing", None)
    tracing.committed("game", 1)
    assert tracing.rendered("game", 1) is None
    assert not tracing._traces


def test_memory_stays_bounded_if_nothing_can_be_stored(monkeypatch):
    monkeypatch.setattr(tracing, "MOST_IN_MEMORY", 3)
    for number in range(9):
        tracing.committed("game", number + 1)
    assert len(tracing._traces) == 3
