"""Locks a game, for changes other than moves."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from game import database_time, due_times, row_values
from game.models import Game
from game.refusals import Refused
from game.row_values import GameWithPlayers
from literature.rules.state import State
from live import notifications


@dataclass(frozen=True)
class Locked(GameWithPlayers):
    """A game whose row is locked, its players, and the database's time."""

    now: datetime

    @cached_property
    def state(self) -> State:
        """The state. Raise ``Refused`` (``newer_rules``) if the version of the rules is unknown."""
        return row_values.load_state(self.game, list(self.game.hands.all()))

    def schedule_again(self) -> None:
        """Set the deadline and the due time again, after a change that is no move. Save them
        afterwards (``due_times.SCHEDULE``).
        """
        due_times.schedule(
            self.game, self.state, self.bots, self.now, turn_used=False, told_less=self.told_less
        )

    def save(self, *fields: str) -> None:
        """Save some columns, and publish a change notification.

        Call this method after every change, even if only a player changed: because of the new
        edition, no move can be stored that was planned before the change.
        """
        game = self.game
        game.edition += 1
        game.save(update_fields=[*fields, "edition"])
        is_due = game.due_at is not None
        notifications.publish_game(game.id, game.version, game.room_code, is_due=is_due)


def locked(**where: object) -> Locked:
    """Lock the one game that ``where`` finds. The lock also protects the game's other rows.

    Call this function in a transaction. Raise ``Game.DoesNotExist`` if there is no such game.
    """
    games = Game.objects.select_for_update(of=("self",))
    game = games.annotate(now=database_time.expression()).get(**where)
    return Locked(game, row_values.players_of(game), game.now)


def locked_running(game_id: str) -> Locked:
    """Lock a running game. Raise ``Refused`` (``game_over``) if the game has ended."""
    lock = locked(pk=game_id)
    if lock.game.status != Game.Status.RUNNING:
        raise Refused("game_over")
    return lock
