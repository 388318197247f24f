"""A game, locked: what every change begins with that is not a move."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from game import database_time, storage
from game.live import notifications
from game.models import Game
from game.play.position import Seated
from game.refusals import Refused
from game.rules.state import State


@dataclass(frozen=True)
class Locked(Seated):
    """A game whose row is locked until the transaction ends, who plays in it, and the time."""

    now: datetime

    @cached_property
    def state(self) -> State:
        """The position. Refuses ``newer_rules``."""
        return storage.load_state(self.game, list(self.game.hands.all()))

    def save(self, *fields: str) -> None:
        """Store some columns, and notify whoever shows or drives the game.

        Call it after every change, also one of a player: the new edition keeps moves that were
        planned before from being stored.
        """
        game = self.game
        game.edition += 1
        game.save(update_fields=[*fields, "edition"])
        notifications.publish_game(game.id, game.version, is_due=game.due_at is not None)


def locked(**where: Any) -> Locked:
    """Lock the one game that ``where`` finds, and with it everything that belongs to it.

    Needs a transaction. Raises ``Game.DoesNotExist``.
    """
    games = Game.objects.select_for_update(of=("self",))
    game = games.annotate(now=database_time.told()).get(**where)
    return Locked(game, list(game.players.all()), game.now)


def locked_running(game_id: str) -> Locked:
    """Lock a running game. Refuses ``game_over``."""
    here = locked(pk=game_id)
    if here.game.status != Game.Status.RUNNING:
        raise Refused("game_over")
    return here
