"""Stored reviews.

A review is requested at the end of a game, or later by a person. It is read for the game's page.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from game import database_time
from game.models import DueWork, Game, Review
from game.play import review_request
from game.refusals import Refused
from literature.judge import ENGINE
from literature.judge.findings import ReviewedMove, Summary
from literature.stored import from_json


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The stored part of a review: its first ``done`` moves, as JSON. ``summary`` is None until the
    review is complete.
    """

    done: int
    moves: tuple[dict[str, Any], ...]
    summary: Summary | None
    failed: bool

    def move(self, number: int) -> ReviewedMove:
        """A reviewed move."""
        return from_json(self.moves[number])


@transaction.atomic
def request_review(game: Game) -> None:
    """Request a review, unless it is complete or in progress.

    A failed review, or a review by an older engine, starts again. Raise ``Refused`` with
    ``too_long`` if ``review_request.may_review`` is False: usually the game has too many moves.
    """
    if not review_request.may_review(game):
        raise Refused("too_long", most=review_request.MOST_MOVES)
    found = stored(game, with_moves=False)
    if found and not found.failed:
        return
    Review.objects.filter(game=game).delete()
    review_request.put_in_queue(game, database_time.now())


def stored(game: Game, *, with_moves: bool = True) -> StoredReview | None:
    """The review of a finished game; None if the present engine has none.

    Without moves the function reads only one small row, for pages that ask repeatedly.
    """
    if not game.is_over:
        raise ValueError("a running game has no review")
    work = DueWork.objects.filter(kind="review", subject=OuterRef("pk"))
    found = Review.objects.filter(game=game, engine=ENGINE).annotate(is_queued=Exists(work))
    review = found.first()
    if review is None:
        return None
    parts = review.parts.defer("grids") if with_moves else ()
    moves = tuple(each for part in parts for each in part.facts)
    failed = review.summary is None and not review.is_queued
    return StoredReview(review.moves_done, moves, from_json(review.summary), failed)
