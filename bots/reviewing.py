"""Makes requested reviews in the background, a part at a time. At any time only one scheduler makes
reviews.

Unless ``BOT_PROCESSES`` is 0, a process with low priority judges the moves. The results are stored
about once a second, so that pages can show them. If a scheduler is killed, its lease runs out. Then
a running scheduler continues after the last stored move.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, When
from django.db.models.functions import Floor

from bots import processes
from game import database_time, leases
from game.models import Game, Review, ReviewPart
from game.refusals import Refused
from game.replay.replay import Replay, read_replay
from literature.judge.summary import summary
from literature.judge.worker import ReviewedMoves, review_moves
from rooms import retention

logger = logging.getLogger(__name__)

#: The length of a part in seconds, and the time limit after which making a part has failed.
PART_SECONDS: Final = 1.0
PATIENCE: Final = 30.0
#: A review continues for about this number of seconds before another one has its turn.
SLICE_SECONDS: Final = 5.0
#: The lease of the process that makes reviews. It is longer than any part.
NAME: Final = "reviews"
LEASE: Final = timedelta(seconds=45)
#: A review fails after this number of tries without a new move, or after this number of seconds.
MOST_TRIES: Final = 3
MOST_SECONDS: Final = 180.0

#: A function that makes a part of a review, in this or another process.
Make = Callable[..., ReviewedMoves]
#: A function that returns the replay of a finished game.
Read = Callable[[Game], Replay]


def run_if_due(stopped: retention.Stopped = retention.never) -> bool:
    """Make all due reviews, unless another process makes reviews.

    Return whether this process worked on a review.
    """
    if not Review.objects.filter(due_at__lte=database_time.expression()).exists():
        return False
    lease = leases.take(NAME, LEASE)
    if lease is None:
        return False
    worked = False
    # Parts of one review usually follow one another, so the last game that was read is kept.
    read = lru_cache(maxsize=1)(read_replay)
    try:
        with _review_process() as make:
            while not stopped() and (review := _next_review()):
                lease = leases.move_end(NAME, lease, database_time.now() + LEASE)
                if lease is None:
                    break
                _make_part(review, read, make)
                worked = True
    finally:
        if lease:
            leases.move_end(NAME, lease, database_time.now())
    return worked


def _next_review() -> Review | None:
    """The due review that comes next. The call counts as one more try of this review.

    Imported games come after all games that were played here. Within each group, the review that
    has had the fewest slices of time comes first, so that a few long games can't delay all short
    games.
    """
    due = Review.objects.filter(due_at__lte=database_time.now()).select_related("game")
    imported = Case(When(game__source=None, then=0), default=1)
    slices = Floor(F("seconds") / SLICE_SECONDS)
    review = due.order_by(imported, slices, "due_at").first()
    if review:
        Review.objects.filter(pk=review.pk).update(tries=F("tries") + 1)
    return review


def _make_part(review: Review, read: Read, make: Make) -> None:
    """Make and store one part of a review."""
    if review.tries >= MOST_TRIES or review.seconds > MOST_SECONDS:
        _fail(review)
        return
    begun = monotonic()
    try:
        replay = read(review.game)
        if not replay.whole:
            raise Refused("damaged")
        log, first = replay.log, review.moves_done
        made = make(review.game.rules, review.game.dealer, replay.dealt, log, first, PART_SECONDS)
    except Refused:
        _fail(review)
        return
    except Exception:
        # The loop in ``run_if_due`` tries again, up to the limit of tries.
        logger.exception("The review of game %s could not be made", review.pk)
        return
    seconds = review.seconds + monotonic() - begun
    changes: dict[str, Any] = {
        "moves_done": first + len(made.facts),
        "tries": 0,
        "seconds": seconds,
    }
    if changes["moves_done"] == len(log):
        facts = [fact for part in review.parts.defer("grids") for fact in part.facts]
        whole = summary(review.game.rules, log, facts + made.facts, _moves_of_others(replay))
        changes |= {"summary": whole, "due_at": None}
    _store(review, made, changes)


def _store(review: Review, made: ReviewedMoves, changes: dict[str, Any]) -> None:
    """Store a part.

    The caller has computed everything before, because SQLite can't store a move during the
    transaction.
    """
    with transaction.atomic():
        # A new request may have deleted this review meanwhile.
        row = Review.objects.filter(pk=review.pk, moves_done=review.moves_done)
        if row.update(**changes):
            ReviewPart.objects.create(
                review=review, first=review.moves_done, facts=made.facts, grids=made.grids
            )


def _moves_of_others(replay: Replay) -> set[int]:
    """The numbers of the moves that a bot or the turn clock made for a person."""
    left = {
        event.number
        for event in replay.log
        if (after := replay.left[event.seat]) is not None and event.number >= after
    }
    return left | set(replay.helped)


def _fail(review: Review) -> None:
    Review.objects.filter(pk=review.pk).update(failed=True, due_at=None)


@contextmanager
def _review_process() -> Iterator[Make]:
    """A function that makes parts of reviews. Its process runs as long as there is work."""
    if not settings.BOT_PROCESSES:
        yield review_moves
        return
    # Not the pool of the bots, whose moves would wait for each part of a review.
    pool = processes.pool(1, processes.begin_giving_way, 19)
    try:
        yield lambda *game: pool.submit(review_moves, *game).result(PATIENCE)
    finally:
        for process in (pool._processes or {}).values():
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
