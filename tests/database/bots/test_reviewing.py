"""Reviews are made in the background, part by part."""

from datetime import timedelta
from multiprocessing import active_children

import pytest
from django.db import connection
from django.db.models import F

from bots import background, reviewing
from finished import records
from finished.importing import import_file
from finished.replay.replay import read_replay
from finished.review import reviews
from game import database_time
from game.models import DueWork, Review, ReviewPart
from game.processes import SeparateProcess
from game.refusals import Refused
from literature.judge.worker import review_moves
from tests.kit import people, play_on, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SECOND = timedelta(seconds=1)


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setattr(reviewing, "PART_SECONDS", 0.0)  # one move in each part
    monkeypatch.delitem(background.KINDS, "alert")  # tests/database/alerts
    room = table_of(people(4))
    play_on(room.game, claims=0.9)  # A short game is reviewed quickly.
    room.game.refresh_from_db()
    return room.game


def test_a_game_with_people_is_reviewed_after_its_end(game, monkeypatch):
    read = []
    monkeypatch.setattr(
        reviewing, "read_replay", lambda each: read.append(each) or read_replay(each)
    )
    assert reviews.stored(game).moves == ()
    assert background.do_due_work()
    assert read == [game], "it is read once for all parts"
    review = Review.objects.get(game=game)
    assert (review.moves_done, reviews.stored(game).failed) == (game.version, False)
    found = reviews.stored(game)
    assert len(found.moves) == game.version
    assert len(found.summary.players) == 4
    assert not background.do_due_work()


def test_the_moves_are_judged_in_another_process(game, monkeypatch, settings):
    settings.BOT_PROCESSES = 1
    monkeypatch.setattr(reviewing, "process", SeparateProcess(review_moves, nice=0))
    monkeypatch.setattr(reviewing, "review_moves", lambda *_game: pytest.fail("in this process"))
    monkeypatch.setattr(reviewing, "PART_SECONDS", 1.0)
    others = set(active_children())
    while not reviews.stored(game).summary:  # On a busy machine it needs several slices.
        DueWork.objects.filter(kind="review").update(due_at=database_time.now())
        assert background.do_due_work()
    assert Review.objects.get().seconds > 0
    assert set(active_children()) == others, "the process ends with the work"


def test_moves_do_not_wait_while_a_review_is_summarized(game, monkeypatch):
    """On SQLite an open transaction would block all moves."""
    summary, during = reviewing.summary, []

    def summed_up(*parts):
        during.append(list(connection.savepoint_ids))
        return summary(*parts)

    monkeypatch.setattr(reviewing, "summary", summed_up)
    assert background.do_due_work()
    assert during == [[]]


def test_imported_games_do_not_delay_others(game):
    copy = import_file("copy.json", records.export(game).encode() + b" ").game
    reviews.request_review(copy)
    DueWork.objects.filter(subject=copy.pk).update(due_at=F("due_at") - SECOND)
    background.do_due_work(lambda: ReviewPart.objects.exists())
    assert ReviewPart.objects.get().review_id == game.pk
    assert background.do_due_work()
    assert reviews.stored(game).summary
    assert reviews.stored(copy).summary


def test_nothing_is_reviewed_before_the_end():
    room = table_of(people(4))
    assert not Review.objects.exists()
    with pytest.raises(ValueError, match="running game"):
        reviews.stored(room.game)
    with pytest.raises(Refused, match="too_long"):
        reviews.request_review(room.game)


@pytest.mark.postgres
def test_a_killed_worker_is_replaced(game, clock, monkeypatch):
    def is_killed(*_args):
        raise SystemExit

    stop_after_three(game)
    assert ReviewPart.objects.count() == 3
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "review_moves", is_killed)
        with pytest.raises(SystemExit):
            background.do_due_work()
    clock.forward(20)
    assert not background.do_due_work(), "the lease has not run out"
    assert not reviews.stored(game).failed
    clock.forward(30)
    assert background.do_due_work()
    assert len(reviews.stored(game).moves) == game.version
    assert [part.first for part in ReviewPart.objects.all()] == list(range(game.version))


def stop_after_three(game):
    """Review three moves."""
    background.do_due_work(lambda: ReviewPart.objects.count() == 3)


def test_a_review_that_always_fails_is_given_up(game, clock, monkeypatch):
    def fail(*_args):
        raise OSError("out of memory")

    monkeypatch.setattr(reviewing, "review_moves", fail)
    for _try in range(reviewing.MOST_TRIES + 1):
        assert not reviews.stored(game).failed
        assert background.do_due_work()
        clock.forward(15 * 60)
    assert reviews.stored(game).failed
    monkeypatch.setattr(reviewing, "review_moves", review_moves)
    reviews.request_review(game)
    assert not reviews.stored(game).failed
    assert background.do_due_work()
    assert reviews.stored(game).summary


def test_a_review_waits_while_the_processor_is_busy(game, clock, monkeypatch):
    def is_starved(*_args):
        raise TimeoutError

    stop_after_three(game)
    with monkeypatch.context() as patch:
        patch.setattr(reviewing, "review_moves", is_starved)
        for _try in range(10 * reviewing.MOST_TRIES):
            assert background.do_due_work()
            assert not background.do_due_work(), "it waits"
            clock.forward(reviewing.BUSY.total_seconds())
    assert not reviews.stored(game).failed
    assert background.do_due_work()
    assert reviews.stored(game).summary


def test_a_review_that_needs_too_much_processor_time_fails(game):
    stop_after_three(game)
    Review.objects.update(seconds=reviewing.MOST_SECONDS + 1)
    assert background.do_due_work()
    assert reviews.stored(game).failed


def test_a_review_that_was_requested_again_starts_again(game, monkeypatch):
    stop_after_three(game)

    def requested_meanwhile(*args):
        monkeypatch.setattr(reviewing, "review_moves", review_moves)
        Review.objects.update(engine=0)
        reviews.request_review(game)
        return review_moves(*args)

    monkeypatch.setattr(reviewing, "review_moves", requested_meanwhile)
    assert background.do_due_work()
    assert [part.first for part in ReviewPart.objects.all()] == list(range(game.version))
    assert reviews.stored(game).summary


def test_too_long_games_are_not_reviewed(game, monkeypatch):
    Review.objects.all().delete()
    monkeypatch.setattr("game.play.review_request.MOST_MOVES", 5)
    with pytest.raises(Refused, match="too_long"):
        reviews.request_review(game)


def test_a_review_by_an_older_engine_is_repeated(game):
    Review.objects.update(engine=0)
    background.do_due_work()
    assert Review.objects.get(game=game).summary is None, "its parts can't be continued"
    assert reviews.stored(game) is None
    reviews.request_review(game)
    assert background.do_due_work()
    assert reviews.stored(game).summary
