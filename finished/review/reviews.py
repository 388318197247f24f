"""Stored reviews.

A review is requested at the end of a game, or later by a person. It is read for the game's page.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from game import database_time
from game.models import DueWork, Game, Review, ReviewPart
from game.play import review_request
from game.refusals import Refused
from literature.judge import ENGINE
from literature.judge.findings import ReviewedMove, Summary
from literature.judge.grid import unpack
from literature.rules.decks import DECKS
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


def stored_grid(game: Game, number: int, seat: int) -> dict[int, bytes] | None:
    """The knowledge of a seat before move ``number`` (from 0): for each card, the chance that each
    seat holds it. None if the move is not reviewed yet.
    """
    part = (
        ReviewPart.objects.filter(review__game=game, review__engine=ENGINE, first__lte=number)
        .order_by("-first")
        .first()
    )
    if not game.is_over or part is None or number >= part.first + len(part.facts):
        return None
    deck, players = DECKS[game.rules.deck], game.rules.players
    return unpack(bytes(part.grids), deck, players, number - part.first, seat)
