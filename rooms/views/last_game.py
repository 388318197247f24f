"""The last game of a person on the home page: its result, its lesson, and a rematch."""

from contextlib import suppress

from accounts.models import User
from finished.history.rows import rows_of_results
from finished.replay.replay import read_replay, seat_of
from finished.review.panel import viewer_sentence
from finished.review.reviews import stored
from finished.review.summary_text import Noted
from game.models import Game, PlayerResult
from game.refusals import Refused
from literature.rules.options import DEFAULT_PRESET
from rooms.actions import host_settings
from rooms.models import Room


def of(user: User) -> dict[str, object] | None:
    """The last game of a person, in a fixed number of queries; None without a game.

    A rematch is at the table ``code``, if the game is still there and the person has a seat;
    ``with_people`` tells whether other people sit there. Otherwise a new table has the rules of the
    link ``like``.
    """
    results = PlayerResult.objects.filter(user=user).order_by("-ended_at", "-id")
    result = results.select_related("game").defer("game__source").first()
    if result is None:
        return None
    game = result.game
    room = Room.objects.filter(game=game, seats__user=user).prefetch_related("seats").first()
    people = {seat.user_id for seat in room.seats.all()} if room else set()
    found: dict[str, object] = {
        "row": rows_of_results([result])[0],
        "code": room.code if room else "",
        "with_people": bool(people - {None, user.pk}),
    }
    # A game by the rules of a newer release, or a damaged game, has neither rules nor a lesson.
    with suppress(Refused):
        found["like"] = host_settings.link_text(game.began_as or DEFAULT_PRESET, game.rules)
        found["lesson"] = _lesson(game, user)
    return found


def _lesson(game: Game, user: User) -> Noted | None:
    """The review's most important sentence for the person; None without a complete review."""
    review = stored(game, with_moves=False)
    if review is None or review.summary is None:
        return None
    replay = read_replay(game)
    return viewer_sentence(replay, review, seat_of(replay, user))
