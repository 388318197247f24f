"""Ends a game before the rules end it, and records who watched the end of a game."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from game import due_times
from game.models import Game, Player, Spectator
from game.play import results
from game.play.locked import locked_running
from game.presence import away_after


@transaction.atomic
def abandon(game_id: str) -> None:
    """End a running game without a result. Raise ``Refused`` (``game_over``) if it has ended."""
    lock = locked_running(game_id)
    game = lock.game
    game.status = game.Status.ABANDONED
    game.finished_at = lock.now
    game.due_at = game.deadline = game.alert_at = None
    game.substitute = False
    game.claim_pause_seat = game.claim_pause_set = game.claim_pause_until = None
    results.write(game, lock.players)
    record_spectators(game, lock.players, lock.now)
    lock.save(
        *("status", "finished_at", "substitute", "alert_at"),
        *due_times.CLAIM_PAUSE_COLUMNS,
        *due_times.SCHEDULE,
    )


def record_spectators(game: Game, players: Sequence[Player], now: datetime) -> None:
    """Record the people who watch a game at its end, so that they may see its replay.

    These are people whose page of the game's room was open recently, with a seat in the room or
    without one, except the players of this game and banned people. If the table does not allow
    spectators, nobody is recorded. The caller's transaction ends the game.
    """
    since = now - away_after()
    rooms = game.rooms.filter(Q(table__spectators=True) | Q(table__spectators__isnull=True))
    watching = rooms.filter(spectating__last_seen__gte=since).values(
        person=F("spectating__user_id")
    )
    seated = rooms.filter(seats__user__isnull=False, seats__last_seen__gte=since)
    found = watching.union(seated.values(person=F("seats__user_id")))
    people = {row["person"] for row in found} - {player.user_id for player in players}
    if people:
        banned = rooms.filter(bans__user_id__in=people)
        people -= set(banned.values_list("bans__user_id", flat=True))
    Spectator.objects.bulk_create(
        [Spectator(game=game, user_id=user_id) for user_id in User.objects.lock_existing(people)],
        ignore_conflicts=True,
    )
