"""Records the people who watched a game to its end, so that they may see its replay."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Q

from accounts.models import User
from game.models import Game, Player, Spectator
from game.presence import away_after


def record_spectators(game: Game, players: Sequence[Player], now: datetime) -> None:
    """Record the people who watch a game at its end.

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
