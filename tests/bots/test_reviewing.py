"""Reviews are made in the background, part by part, by one process at a time."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from bots import reviewing
from game import database_time, records
from game.importing import import_file
from game.models import Lease, Review, ReviewPart
from game.refusals import Refused
from game.replay.replay import read_replay
from game.review import reviews
from literature.judge.worker import review_moves
from tests.kit import people, play_on, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SECOND = timedelta(seconds=1)


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setattr(reviewing, "PART_SECONDS", 0.0)  # one move in each part
    room = table_of(people(4))
    play_on(room.game, claims=0.9)  # A short game is reviewed quickly.
    room.game.refresh_from_db()
    return room.game


def test_a_game_with_people_is_reviewed_after_its_end(game, monkeypatch):
    read = []
    monkeypatch.setattr(
        reviewing, "read_replay", lambda each: read.append(each) or read_replay(each)
    )
    assert reviews.stored(game).facts == ()
    assert reviewing.run_if_due()
    assert read == [game], "it is read once for all parts"
    review = Review.objects.get(game=game)
    assert (review.moves_done, review.due_at, review.failed) == (game.version, None, False)
    found = reviews.stored(game)
    assert len(found.facts) == game.version
    assert len(found.summary["players"]) == 4
    grid = reviews.stored_grid(game, game.version - 1, 2)
    assert len(grid) == len(game.deck.cards)
    assert not reviewing.run_if_due()


def test_moves_do_not_wait_while_a_review_is_summarized(game, monkeypatch):
    """On SQLite an open transaction would block all moves."""
    summary, during = reviewing.summary, []

    def summed_up(*parts):
        during.append(list(connection.savepoint_ids))
        return summary(*parts)

    monkeypatch.setattr(reviewing, "summary", summed_up)
    assert reviewing.run_if_due()
    assert during == [[]]


def test_long_and_imported_games_do_not_delay_others(game):
    played = Review.objects.get()
    copies = [
        import_file("copy.json", records.export(game).encode() + b" " * number).game
        for number in range(2)
    ]
    for copy in copies:
        reviews.request_review(copy)
    imported = Review.objects.filter(game__in=copies)
    imported.update(due_at=played.due_at - timedelta(minutes=1))
    assert reviewing._next_review() == played, "imported games come last"
    Review.objects.filter(pk=played.pk).delete()
    Review.objects.filter(game=copies[0]).update(seconds=20)
    assert reviewing._next_review().game == copies[1], "the least time comes first"
    imported.update(due_at=played.due_at)
    Review.objects.filter(game=copies[0]).update(seconds=2, due_at=F("due_at") - SECOND)
    assert reviewing._next_review().game == copies[0], "it continues within its slice"


def test_nothing_is_reviewed_before_the_end():
    room = table_of(people(4))
    assert not Review.objects.exists()
    with pytest.raises(ValueError, match="running game"):
        reviews.stored(room.game)
    with pytest.raises(Refused, match="too_long"):
        reviews.request_review(room.game)


def test_a_killed_worker_is_replaced(game):
    made = []

    def stop_after_three():
        made.append(None)
        return len(made) > 3

    reviewing.run_if_due(stop_after_three)
    assert ReviewPart.objects.count() == 3
    # Simulate that the first process was killed: its lease has not run out.
    later = database_time.now() + timedelta(seconds=20)
    Lease.objects.update(until=later)
    assert not reviewing.run_if_due()
    Lease.objects.update(until=database_time.now() - timedelta(seconds=1))
    assert reviewing.run_if_due()
    assert len(reviews.stored(game).facts) == game.version
    assert [part.first for part in ReviewPart.objects.all()] == list(range(game.version))


def test_a_review_that_always_fails_is_given_up(game, monkeypatch):
    def fail(*_args):
        raise OSError("out of memory")

    monkeypatch.setattr(reviewing, "review_moves", fail)
    assert reviewing.run_if_due()
    assert reviews.stored(game).failed
    monkeypatch.setattr(reviewing, "review_moves", review_moves)
    reviews.request_review(game)
    assert reviewing.run_if_due()
    assert reviews.stored(game).summary


def test_too_long_games_are_not_reviewed(game, monkeypatch):
    Review.objects.all().delete()
    monkeypatch.setattr(reviews, "MOST_MOVES", 5)
    with pytest.raises(Refused, match="too_long"):
        reviews.request_review(game)


def test_a_review_by_an_older_engine_is_repeated(game):
    Review.objects.update(engine=0)
    assert reviews.stored(game) is None
    reviews.request_review(game)
    assert reviewing.run_if_due()
    assert reviews.stored(game).summary
