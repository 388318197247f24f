"""All processes use one time, so a wrong clock of a machine does no harm."""

from datetime import timedelta

import pytest

from bots import heartbeat
from game import database_time, play
from game.models import Game, SchedulerHeartbeat
from tests.game.play.kit import ANY_TIME, dealt, fresh, look, movers
from tests.kit import ask, claim, people, state_of
from tests.machines import HOUR, SOON, disagreeing, machine, true_time

pytestmark = [pytest.mark.django_db]


def test_the_time_is_the_same_asked_for_in_either_way():
    SchedulerHeartbeat.objects.create(pk=1, at=true_time())
    for now in (
        database_time.now(),
        SchedulerHeartbeat.objects.values_list(database_time.expression(), flat=True).get(),
    ):
        assert now.tzinfo is not None
        assert abs(now - true_time()) < SOON


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_the_databases_time_is_everybodys(ahead):
    with machine(ahead):
        SchedulerHeartbeat.objects.create(pk=1, at=true_time())
        told = SchedulerHeartbeat.objects.values_list(database_time.expression(), flat=True).get()
        assert abs(database_time.now() - true_time()) < SOON
        assert abs(told - true_time()) < SOON


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_what_a_web_machine_writes_is_due_when_it_should_be(users, ahead, settings):
    settings.BOT_THINK_SECONDS = 1
    with machine(ahead):
        game = dealt(users[:3], bots=1, turn_seconds=60)
        play.act(game.pk, ask(0, "TD", 3), version=0)
    now = fresh(game)
    assert now.deadline is None
    assert abs(now.due_at - true_time()) < SOON
    assert abs(game.moves.get().made_at - true_time()) < SOON
    with machine(ahead):
        game = dealt(users, turn_seconds=60)
        play.act(game.pk, ask(0, "TD", 3), version=0)
    assert abs(fresh(game).deadline - true_time() - timedelta(seconds=60)) < SOON
    assert look() == []


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_claim_that_is_awaited_by_a_web_machine(users, ahead):
    with machine(ahead):
        game = dealt(users, ANY_TIME, turn_seconds=60)
        play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    assert look() == []
    now = fresh(game)
    assert abs(now.claim_pause_until - true_time() - timedelta(seconds=45)) < SOON
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    left = fresh(game).deadline - true_time()
    assert timedelta(seconds=45) < left <= timedelta(seconds=60)


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_clock_that_is_wrong_ends_nobodys_time_early_or_late(users, ahead):
    timed, late = dealt(users, turn_seconds=60), dealt(people(4), turn_seconds=60)
    with machine(ahead):
        heartbeat.write_heartbeat()
        assert heartbeat.is_steady()
        assert look() == []
        past = true_time() - timedelta(seconds=1)
        Game.objects.filter(pk=late.pk).update(deadline=past, due_at=past)
        assert look() == [True]
    assert movers(late) == [("clock", 0)]
    assert movers(timed) == []


@disagreeing
def test_clocks_that_disagree_extend_nobodys_time(users, monkeypatch):
    game = dealt(users, turn_seconds=60)
    heartbeat.write_heartbeat()
    deadline = true_time() + timedelta(seconds=3)
    Game.objects.filter(pk=game.pk).update(deadline=deadline, due_at=deadline)
    monkeypatch.setattr(heartbeat, "EVERY", timedelta())
    for ahead in (0, HOUR, -HOUR, 0, HOUR):
        with machine(ahead):
            heartbeat.write_heartbeat()
    assert fresh(game).deadline == deadline
