"""The last game of a person on the home page: its result, its lesson, and a rematch."""

from contextlib import suppress

from django.db.models import Exists, OuterRef

from accounts.models import User
from finished.history.rows import rows_of_results
from finished.review.panel import viewer_fact, viewer_sentence
from finished.review.summary_text import Noted
from game import row_values
from game.integrity import DAMAGE_ERRORS
from game.models import Companion, Game, Move, PlayerResult, Review
from game.refusals import Refused
from literature.judge import ENGINE
from literature.rules.options import DEFAULT_PRESET
from literature.stored import from_json
from rooms.actions import host_settings
from rooms.models import Room


def of(user: User) -> dict[str, object] | None:
    """The last game of a person, in a fixed number of queries; None without a game.

    A rematch is at the table ``code``, if the game is still there and the person has a seat;
    ``with_people`` tells whether other people sit there. Otherwise a new table has the rules of the
    link ``like``, and the people of the game are invited if it ``had_people``.
    """
    results = PlayerResult.objects.filter(user=user).order_by("-ended_at", "-id")
    companions = Companion.objects.filter(player_result=OuterRef("pk"))
    results = results.annotate(had_people=Exists(companions)).select_related("game__review")
    result = results.defer("game__source").first()
    if result is None:
        return None
    game = result.game
    room = Room.objects.filter(game=game, seats__user=user).prefetch_related("seats").first()
    people = {seat.user_id for seat in room.seats.all()} if room else set()
    found: dict[str, object] = {
        "row": rows_of_results([result])[0],
        "code": room.code if room else "",
        "with_people": bool(people - {None, user.pk}),
        "had_people": result.had_people and result.result in PlayerResult.FINISHED,
    }
    # A game by the rules of a newer release has neither rules nor a lesson; a damaged game may have
    # no lesson.
    with suppress(Refused, Move.DoesNotExist, *DAMAGE_ERRORS):
        found["like"] = host_settings.link_text(game.began_as or DEFAULT_PRESET, game.rules)
        found["lesson"] = _lesson(game, user)
    return found


def _lesson(game: Game, user: User) -> Noted | None:
    """The review's most important sentence for the person; None without a complete review.

    The review and the players have been read. One query reads the move that the sentence is about.
    """
    review: Review | None = getattr(game, "review", None)
    if review is None or review.engine != ENGINE or review.summary is None:
        return None
    players = game.players.all()
    seat = next((each.seat for each in players if each.user_id == user.pk), None)
    fact = viewer_fact(from_json(review.summary), seat)
    if fact is None:
        return None
    event = None
    if fact.move is not None:
        event = row_values.load_event(game.rules, game.moves.get(number=fact.move))
    return viewer_sentence(game, fact, event, [player.name for player in players])
