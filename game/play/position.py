"""A game as it stands: what each move is planned on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game import database_time, storage
from game.models import Game, Hand, Player
from game.refusals import Refused
from game.rules.state import State


@dataclass(frozen=True)
class Seated:
    """A game and who plays in it."""

    game: Game
    players: Sequence[Player]

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


@dataclass(frozen=True)
class Position(Seated):
    """A value: nobody changes it or its rows. ``time``: when it was read, and now."""

    #: The cards that each seat was dealt.
    dealt: tuple[int, ...]
    state: State
    time: database_time.Reading


def read_position(**where: Any) -> Position:
    """The position of the one game that ``where`` finds. Raises ``Game.DoesNotExist``.

    The game and its hands come in one statement and are of one moment. The players may be newer:
    then ``Game.edition`` has grown, and nothing is stored on this position.
    """
    of_game = {f"game__{field}": value for field, value in where.items()}
    rows = Hand.objects.filter(**of_game).select_related("game")
    hands = list(rows.annotate(now=database_time.told()).order_by("seat"))
    if not hands:
        raise Game.DoesNotExist
    game = hands[0].game
    return Position(
        game,
        tuple(game.players.all()),
        tuple(hand.dealt for hand in hands),
        storage.load_state(game, hands),
        database_time.Reading(hands[0].now),
    )
