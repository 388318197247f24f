"""Puts the review of a game that is over into the queue of background work."""

from collections.abc import Sequence
from datetime import datetime

from game.models import DueWork, Game, Player, Review
from literature.judge import ENGINE

#: A game with more moves than this can't be reviewed.
MOST_MOVES = 500

#: Reviews of imported games come after all reviews of games that were played here.
RANK_OF_IMPORTED = 1000


def request_for_people(game: Game, players: Sequence[Player], now: datetime) -> None:
    """Request the review of a game that has just ended, if people played in it."""
    if any(player.user_id or player.left_user_id for player in players) and may_review(game):
        put_in_queue(game, now)


def may_review(game: Game) -> bool:
    """Whether a game can be reviewed: it must be over, have a move, and not be too long."""
    return game.is_over and 0 < game.version <= MOST_MOVES


def put_in_queue(game: Game, now: datetime) -> None:
    """Make a review due at ``now``, unless the game has one."""
    # The person who made the last move waits for these statements, so there are only two.
    Review.objects.bulk_create([Review(game=game, engine=ENGINE)], ignore_conflicts=True)
    rank = RANK_OF_IMPORTED if game.is_imported else 0
    DueWork.put("review", game.pk, now, rank)
