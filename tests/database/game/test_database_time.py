"""All processes use the database's time, so a wrong clock of one machine does no harm."""

from datetime import timedelta

import pytest

from bots import scheduler_heartbeat
from game import database_time, play
from game.models import Game, SchedulerHeartbeat
from tests.database.kit.machines import HOUR, SOON, disagreeing, machine, true_time
from tests.database.kit.times import ANY_TIME, dealt, fresh, look, movers
from tests.kit import ask, claim, people, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_both_functions_return_the_same_time():
    SchedulerHeartbeat.objects.create(pk=1, at=true_time())
    for now in (
        database_time.now(),
        SchedulerHeartbeat.objects.values_list(database_time.expression(), flat=True).get(),
    ):
        assert now.tzinfo is not None
        assert abs(now - true_time()) < SOON


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_all_processes_use_the_time_of_the_database(ahead):
    with machine(ahead):
        SchedulerHeartbeat.objects.create(pk=1, at=true_time())
        told = SchedulerHeartbeat.objects.values_list(database_time.expression(), flat=True).get()
        assert abs(database_time.now() - true_time()) < SOON
        assert abs(told - true_time()) < SOON


@disagreeing
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_moves_of_a_web_machine_are_due_at_the_right_time(users, ahead, settings):
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
def test_a_claim_pause_that_a_web_machine_starts(users, ahead):
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
def test_a_wrong_clock_does_not_change_the_end_of_a_turn(users, ahead):
    timed, late = dealt(users, turn_seconds=60), dealt(people(4), turn_seconds=60)
    with machine(ahead):
        scheduler_heartbeat.write_heartbeat()
        assert scheduler_heartbeat.is_steady()
        assert look() == []
        past = true_time() - timedelta(seconds=1)
        Game.objects.filter(pk=late.pk).update(deadline=past, due_at=past)
        assert look() == [True]
    assert movers(late) == [("clock", 0)]
    assert movers(timed) == []


@disagreeing
def test_different_clocks_do_not_extend_a_turn(users, monkeypatch):
    game = dealt(users, turn_seconds=60)
    scheduler_heartbeat.write_heartbeat()
    deadline = true_time() + timedelta(seconds=3)
    Game.objects.filter(pk=game.pk).update(deadline=deadline, due_at=deadline)
    monkeypatch.setattr(scheduler_heartbeat, "EVERY", timedelta())
    for ahead in (0, HOUR, -HOUR, 0, HOUR):
        with machine(ahead):
            scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == deadline
