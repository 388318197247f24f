"""A running game, locked: what every change begins with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Value

from game import database_time
from game.live import notifications
from game.models import Game, Player
from game.play.idempotency import Request
from game.refusals import Refused


@dataclass(frozen=True, slots=True)
class Locked:
    """A game whose row is locked until the transaction ends, who plays in it, and the time.

    ``is_known``: a move was made before, here or elsewhere, for the request that it was locked for.
    """

    game: Game
    players: list[Player]
    now: datetime
    is_known: bool

    @property
    def bots(self) -> set[int]:
        """The seats that bots play."""
        return {player.seat for player in self.players if player.bot}

    @property
    def substituted(self) -> set[int]:
        """The seats of people for whom a bot moves until they are back."""
        return {player.seat for player in self.players if player.has_substitute}

    def seat_of(self, user_id: int) -> Player:
        """The player who is this person. Refuses ``not_seated``."""
        for player in self.players:
            if player.user_id == user_id:
                return player
        raise Refused("not_seated")

    def save(self, *fields: str) -> None:
        """Store some columns, and ring for whoever shows or drives the game."""
        self.game.save(update_fields=[*fields])
        game = self.game
        notifications.publish_game(game.id, game.version, is_due=game.due_at is not None)


def locked(request: Request | None = None, **where: Any) -> Locked:
    """Lock the one game that ``where`` finds, and with it everything that belongs to it.

    Only inside a transaction. Raises ``Game.DoesNotExist``.
    """
    is_known = request.is_known if request else Value(False)
    games = Game.objects.select_for_update(of=("self",))
    games = games.annotate(is_known=is_known, now=database_time.told())
    game = games.get(**where)
    return Locked(game, list(game.players.all()), game.now, game.is_known)


def locked_running(game_id: str) -> Locked:
    """The same for a game that is on. Refuses ``game_over``."""
    here = locked(pk=game_id)
    if here.game.status != Game.Status.RUNNING:
        raise Refused("game_over")
    return here
