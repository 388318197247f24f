"""Writes each person's result of a game, from its players and its log.

``write`` belongs to the transaction that ends a game; ``rewrite`` replaces the results later.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, Q

from accounts.models import User
from game.models import Companion, Game, Move, Player, PlayerResult
from literature.rules.moves import CORRECT
from literature.rules.state import winner


def write(game: Game, players: Sequence[Player]) -> None:
    """Write the results and companions of a game that has ended.

    A practice game has none. The caller holds the lock of the game's row. A person who left and
    came back to another seat has the result of the later seat.
    """
    if game.is_practice:
        return
    people = {each.left_user_id: each for each in players if each.left_user_id is not None}
    people |= {each.user_id: each for each in players if each.user_id is not None}
    existing = User.objects.lock_existing(people)
    people = {user_id: player for user_id, player in people.items() if user_id in existing}
    if not people:
        return
    # For each person, what they did: others may have moved for them.
    ask, claim = Q(kind=Move.Kind.ASK), Q(kind=Move.Kind.CLAIM)
    moves = game.moves.filter(user__isnull=False).order_by()
    counted = moves.values("user_id").annotate(
        asks=Count("pk", filter=ask),
        hits=Count("pk", filter=ask & Q(hit=True)),
        right_claims=Count("pk", filter=claim & Q(outcome=CORRECT)),
        wrong_claims=Count("pk", filter=claim & ~Q(outcome=CORRECT)),
    )
    done: dict[int, dict[str, int]] = {row.pop("user_id"): row for row in counted}
    # If the end is unknown, the last move or the start takes its place.
    times = game.moves.order_by("-number").values_list("made_at", flat=True)
    ended_at = game.finished_at or times.first() or game.started_at
    results = PlayerResult.objects.bulk_create(
        PlayerResult(
            game=game,
            user_id=user_id,
            seat=player.seat,
            result=_result(game, player),
            ended_at=ended_at,
            preset=game.preset,
            room_code=game.room_code,
            **done.get(user_id, {}),
        )
        for user_id, player in people.items()
    )
    Companion.objects.bulk_create(
        Companion(
            player_result=result,
            user_id=result.user_id,
            other_id=other.user_id,
            partner=result.team == other.team,
            result=result.result,
            ended_at=ended_at,
        )
        for result in results
        for other in results
        if other is not result
    )


def rewrite(game_id: str) -> None:
    """Replace the results of a game with new results, computed from its players and its log."""
    with transaction.atomic():
        game = Game.objects.defer("source").select_for_update().get(pk=game_id)
        if not game.is_over:
            return
        PlayerResult.objects.filter(game=game).delete()
        write(game, list(game.players.all()))


def _result(game: Game, player: Player) -> str:
    if game.status == Game.Status.ABANDONED:
        return PlayerResult.Result.UNFINISHED
    if player.user_id is None:
        return PlayerResult.Result.LEFT
    team = winner(game.scores)
    if team is None:
        return PlayerResult.Result.DRAWN
    return PlayerResult.Result.WON if team == player.seat % 2 else PlayerResult.Result.LOST
