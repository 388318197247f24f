"""Writing the parts of those who played a game, from its players and its log.

``write`` is called in the transaction that ends a game. What an older process ended without it,
``catch_up`` makes good: a clock calls it every now and then, ``rebuild_history --missing`` does it
at once.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from game.models import Companion, Game, Move, Player, PlayerResult
from game.rules.moves import CORRECT
from game.rules.state import winner

_NOTHING = {"asks": 0, "hits": 0, "right_claims": 0, "wrong_claims": 0}


def write(game: Game, players: Sequence[Player]) -> None:
    """Write the parts of a game that is just over, and set ``game.in_history``, which is not saved.

    Only inside a transaction that holds the game's row.
    """
    _write_parts(game, players)
    game.in_history = True


def rewrite(game_id: str) -> None:
    """Write the parts of a game again, from nothing but its players and its log."""
    with transaction.atomic():
        game = Game.objects.defer("source").select_for_update().get(pk=game_id)
        if not game.is_over:
            return
        PlayerResult.objects.filter(game=game).delete()
        _remember_room(game)
        write(game, list(game.players.all()))
        game.save(update_fields=["in_history", "room_code"])


def catch_up(most: int) -> int:
    """Write the parts of so many games that have none yet, the latest first; how many had none."""
    waiting = list(missing().order_by("-started_at").values_list("pk", flat=True)[:most])
    for game_id in waiting:
        rewrite(game_id)
    return len(waiting)


def missing() -> QuerySet[Game]:
    """Games that are over and whose parts are still to be written."""
    return played_here().filter(in_history=False)


def played_here() -> QuerySet[Game]:
    """Games that are over and were not imported: those that people have parts in."""
    return Game.objects.exclude(status=Game.Status.RUNNING).filter(source__isnull=True)


def _write_parts(game: Game, players: Sequence[Player]) -> None:
    """Parts and companions; a person who left and came to another seat has the latter."""
    people = dict(_people(players))
    existing = User.objects.lock_existing(people)
    people = {user_id: player for user_id, player in people.items() if user_id in existing}
    if not people:
        return
    done = _done_by_people(game)
    ended_at = _ended_at(game)
    parts = PlayerResult.objects.bulk_create(
        PlayerResult(
            game=game,
            user_id=user_id,
            seat=player.seat,
            result=_result(game, player),
            ended_at=ended_at,
            preset=game.preset,
            room_code=game.room_code,
            **done.get(user_id, _NOTHING),
        )
        for user_id, player in people.items()
    )
    Companion.objects.bulk_create(
        Companion(
            part=part,
            user_id=part.user_id,
            other_id=other.user_id,
            partner=part.team == other.team,
            result=part.result,
            ended_at=ended_at,
        )
        for part in parts
        for other in parts
        if other is not part
    )


def _people(players: Sequence[Player]) -> Iterator[tuple[int, Player]]:
    """Who played, with their seat; first those who left, so that a seat held to the end counts."""
    for player in players:
        if player.left_user_id is not None:
            yield player.left_user_id, player
    for player in players:
        if player.user_id is not None:
            yield player.user_id, player


def _done_by_people(game: Game) -> dict[int, dict[str, int]]:
    """What each person did themselves: asks, hits, right and wrong claims."""
    ask, claim = Q(kind=Move.Kind.ASK), Q(kind=Move.Kind.CLAIM)
    counted = (
        Move.objects.filter(game=game, user__isnull=False)
        .order_by()
        .values("user_id")
        .annotate(
            asks=Count("pk", filter=ask),
            hits=Count("pk", filter=ask & Q(hit=True)),
            right_claims=Count("pk", filter=claim & Q(outcome=CORRECT)),
            wrong_claims=Count("pk", filter=claim & ~Q(outcome=CORRECT)),
        )
    )
    return {row.pop("user_id"): row for row in counted}


def _result(game: Game, player: Player) -> str:
    if game.status == Game.Status.ABANDONED:
        return PlayerResult.Result.UNFINISHED
    if player.user_id is None:
        return PlayerResult.Result.LEFT
    team = winner(game.scores)
    if team is None:
        return PlayerResult.Result.DRAWN
    return PlayerResult.Result.WON if team == player.seat % 2 else PlayerResult.Result.LOST


def _ended_at(game: Game) -> datetime:
    """When it was over; of a game that was given up, when the last move was made."""
    if game.finished_at is not None:
        return game.finished_at
    last = game.moves.order_by("-number").values_list("made_at", flat=True).first()
    return last or game.started_at


def _remember_room(game: Game) -> None:
    """The code of the room, where an older process has dealt without noting it. Not saved."""
    if not game.room_code:
        codes = Game.objects.filter(pk=game.pk).values_list("round__room__code", flat=True)
        game.room_code = codes.first() or ""
