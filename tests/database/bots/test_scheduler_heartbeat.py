"""The scheduler's heartbeat: gaps, clocks that were set, and failures of the database."""

import asyncio
from datetime import timedelta

import pytest
from django.db import OperationalError

from bots import metrics_server, scheduler_heartbeat
from bots import scheduler as clock_loop
from game import due_times, play
from game.due_times import GRACE
from game.models import Game, SchedulerHeartbeat
from game.play import absence
from rooms.models import Room
from tests.database.kit.times import dealt, fresh, look, movers
from tests.kit import people, table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return dealt(people(4), turn_seconds=30)


def write_for(clock, seconds):
    for _ in range(seconds):
        clock.forward(1)
        scheduler_heartbeat.write_heartbeat()


def test_turn_clocks_run_while_the_heartbeat_is_written(game, clock):
    scheduler_heartbeat.write_heartbeat()
    write_for(clock, 30)
    assert look() == [True]
    assert movers(game) == [("clock", 0)]


def health():
    """Return the status of a scheduler's ``/healthz``."""
    said = []
    metrics_server._page({"PATH_INFO": "/healthz"}, lambda status, _headers: said.append(status))
    return said


def test_a_scheduler_is_well_while_it_has_heartbeats(clock):
    scheduler_heartbeat.write_heartbeat()
    assert health() == ["200 OK"]
    clock.forward(6)
    assert health() == ["503 Service Unavailable"]
    scheduler_heartbeat.write_heartbeat()
    assert health() == ["200 OK"]


@pytest.mark.postgres
@pytest.mark.parametrize("gap", [5.1, 60, 24 * 3600])
def test_after_a_gap_players_have_20_seconds(game, clock, gap):
    scheduler_heartbeat.write_heartbeat()
    write_for(clock, 29)
    clock.forward(gap)
    scheduler_heartbeat.write_heartbeat()
    assert look() == []
    assert fresh(game).deadline == clock.now + GRACE
    write_for(clock, 20)
    assert look() == [True]


def test_pages_show_the_added_time(clock):
    """No move is made, but the room's version is raised, so that pages show the time."""
    timed, untimed = table_of(people(4)), table_of(people(4))
    until = clock.now + timedelta(seconds=30)
    Game.objects.filter(pk=timed.game_id).update(
        table={"turn_seconds": 60}, deadline=until, due_at=until
    )
    scheduler_heartbeat.write_heartbeat()
    before = dict(Room.objects.values_list("pk", "version"))
    clock.forward(100)
    scheduler_heartbeat.write_heartbeat()
    assert Game.objects.get(pk=timed.game_id).deadline == clock.now + GRACE
    assert dict(Room.objects.values_list("pk", "version")) == {
        timed.pk: before[timed.pk] + 1,
        untimed.pk: before[untimed.pk],
    }


def test_up_to_5_seconds_without_heartbeat_are_no_downtime(game, clock):
    scheduler_heartbeat.write_heartbeat()
    write_for(clock, 25)
    deadline = fresh(game).deadline
    clock.forward(5)
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == deadline
    assert look() == [True]


def test_the_first_heartbeat_counts_as_the_end_of_a_downtime(game, clock):
    clock.forward(100)
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == clock.now + GRACE


def test_a_clock_set_forward_counts_as_a_downtime(game, clock):
    scheduler_heartbeat.write_heartbeat()
    clock.forward(3600)
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == clock.now + GRACE


def test_times_are_corrected_after_the_clock_was_set_back(game, clock):
    scheduler_heartbeat.write_heartbeat()
    clock.forward(-3600)
    scheduler_heartbeat.write_heartbeat()
    assert SchedulerHeartbeat.objects.get().at == clock.now
    assert fresh(game).deadline - clock.now > GRACE
    write_for(clock, 3)
    assert SchedulerHeartbeat.objects.get().at == clock.now


def test_the_heartbeat_is_written_once_a_second(game, clock, django_assert_num_queries):
    scheduler_heartbeat.write_heartbeat()
    at = SchedulerHeartbeat.objects.get().at
    clock.forward(0.9)
    with django_assert_num_queries(1):
        scheduler_heartbeat.write_heartbeat()
    assert SchedulerHeartbeat.objects.get().at == at
    clock.forward(0.1)
    scheduler_heartbeat.write_heartbeat()
    assert SchedulerHeartbeat.objects.get().at == clock.now
    assert SchedulerHeartbeat.objects.count() == 1


@pytest.mark.postgres
def test_several_schedulers_share_one_heartbeat(game, clock):
    scheduler_heartbeat.write_heartbeat()
    for _ in range(100):
        clock.forward(0.4)
        scheduler_heartbeat.write_heartbeat()
        scheduler_heartbeat.write_heartbeat()
    assert SchedulerHeartbeat.objects.count() == 1
    assert look() == [True]


def test_a_game_may_end_while_times_are_corrected(game, clock, monkeypatch):
    """The last move may be stored after the list of games was read and before the game is
    locked.
    """
    clock.forward(100)
    lock = absence.locked

    def late(**where):
        over = {"status": "finished", "phase": "finished", "deadline": None, "due_at": None}
        Game.objects.update(**over)
        return lock(**where)

    monkeypatch.setattr(absence, "locked", late)
    assert len(play.after_downtime()) == 0


def act_on_all_due():
    return asyncio.run(clock_loop.act_on_all_due())


def test_the_scheduler_survives_a_failed_heartbeat(game, clock, monkeypatch, caplog):
    """Until a heartbeat succeeds, the scheduler does not act, because people could not move during
    the outage.
    """
    act_on_all_due()
    with monkeypatch.context() as outage:

        def fail():
            raise OperationalError("the database is away")

        outage.setattr(clock_loop, "write_heartbeat", fail)
        for _ in range(20):
            clock.forward(2)
            assert act_on_all_due() == clock_loop.RETRY_SECONDS
    assert "the database is away" in caplog.text
    assert movers(game) == []
    act_on_all_due()
    assert movers(game) == []
    assert fresh(game).deadline == clock.now + GRACE
    write_for(clock, 20)
    act_on_all_due()
    assert movers(game) == [("clock", 0)]


def test_a_game_whose_times_cannot_be_corrected_delays_no_other_game(
    game, clock, monkeypatch, caplog
):
    good = dealt(people(4), turn_seconds=30)
    correct_times = due_times.correct_times

    def break_down(some_game, now):
        if some_game.pk == game.pk:
            raise ValueError("a loose spring")
        return correct_times(some_game, now)

    monkeypatch.setattr(due_times, "correct_times", break_down)
    clock.forward(100)
    scheduler_heartbeat.write_heartbeat()
    assert "a loose spring" in caplog.text
    assert SchedulerHeartbeat.objects.get().at == clock.now
    assert fresh(good).deadline == clock.now + GRACE


def test_the_database_may_fail_while_times_are_corrected(game, clock, monkeypatch):
    """In this case no heartbeat is stored, so the next heartbeat corrects the times again."""
    scheduler_heartbeat.write_heartbeat()
    clock.forward(100)
    with monkeypatch.context() as outage:

        def fail(**_where):
            raise OperationalError("the database is away")

        outage.setattr(absence, "locked", fail)
        with pytest.raises(OperationalError):
            scheduler_heartbeat.write_heartbeat()
    clock.forward(1)
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == clock.now + GRACE


@pytest.mark.postgres
@pytest.mark.parametrize("seconds", [3600, -3600])
def test_the_clock_may_be_set_between_the_heartbeat_and_reading_due_games(
    game, clock, monkeypatch, seconds
):
    """Whether the clock is set forward or back, no move is made."""
    look_now, looks = clock_loop.driver.read_due, []

    def set_first():
        if not looks:
            clock.forward(seconds)
        looks.append(look_now())
        return looks[-1]

    monkeypatch.setattr(clock_loop.driver, "read_due", set_first)
    scheduler_heartbeat.write_heartbeat()
    clock.forward(4)
    asyncio.run(clock_loop.act_on_all_due())
    asyncio.run(clock_loop.act_on_all_due())
    assert len(looks) == 2
    assert movers(game) == []
    assert fresh(game).deadline > clock.now


@pytest.mark.parametrize("corrected", [False, True])
def test_the_clock_may_be_set_just_before_a_game_is_read(game, clock, monkeypatch, corrected):
    """The game is due for another reason, for example because a bot may claim. Its deadline lies
    in the past only because the clock has been set.
    """
    read_stored_game = play.read_stored_game

    def set_first(game_id):
        clock.forward(3600)
        stored = read_stored_game(game_id)
        if corrected:  # in the meantime, by the next heartbeat
            scheduler_heartbeat.write_heartbeat()
        return stored

    # Only the time of day is set. Durations are measured by another clock.
    monkeypatch.setattr("game.database_time.monotonic", lambda: 0.0)
    Game.objects.update(due_at=clock.now)
    with monkeypatch.context() as once:
        once.setattr(play, "read_stored_game", set_first)
        act_on_all_due()
    assert movers(game) == []
    act_on_all_due()
    assert movers(game) == []
    assert fresh(game).deadline == clock.now + GRACE


def test_a_turn_clock_moves_though_the_scheduler_was_busy_since_its_heartbeat(
    game, clock, monkeypatch
):
    read_stored_game = play.read_stored_game

    def read_late(game_id):
        clock.forward(10)
        return read_stored_game(game_id)

    scheduler_heartbeat.write_heartbeat()
    write_for(clock, 30)
    monkeypatch.setattr(play, "read_stored_game", read_late)
    act_on_all_due()
    assert movers(game) == [("clock", 0)]


def test_the_scheduler_survives_an_unavailable_database(monkeypatch, caplog):
    def fail():
        raise RuntimeError("no database")

    monkeypatch.setattr(clock_loop, "write_heartbeat", lambda: None)
    monkeypatch.setattr(clock_loop.driver, "read_due", fail)
    assert asyncio.run(clock_loop.act_on_all_due()) == clock_loop.RETRY_SECONDS
    assert "no database" in caplog.text
