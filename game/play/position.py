"""The position of a game, which is the input of ``planning``."""

from collections.abc import Sequence
from dataclasses import dataclass

from game import database_time, row_values
from game.models import Game, Hand, Player
from game.refusals import Refused
from literature.rules.state import State


@dataclass(frozen=True)
class GameWithPlayers:
    """A game with its players."""

    game: Game
    players: Sequence[Player]

    @property
    def bots(self) -> set[int]:
        """The seats of bots."""
        return {player.seat for player in self.players if player.bot}

    @property
    def substituted(self) -> set[int]:
        """The seats of people with a substitute."""
        return {player.seat for player in self.players if player.has_substitute}

    def seat_of(self, user_id: int) -> Player:
        """The player with this user. Raise ``Refused`` (``not_seated``) if there is none."""
        for player in self.players:
            if player.user_id == user_id:
                return player
        raise Refused("not_seated")


@dataclass(frozen=True)
class Position(GameWithPlayers):
    """A game at one version, with its players, its dealt hands and its state.

    It is immutable: nobody changes it or its rows. ``time`` has the time at which it was read, and
    computes the present time.
    """

    #: The dealt hand of each seat, as a bit set.
    dealt: tuple[int, ...]
    state: State
    time: database_time.Reading


def read_position(game_id: str) -> Position:
    """The position of a game. Raise ``Game.DoesNotExist`` if there is no such game.

    One statement reads the game and its hands, so that both have the same version. The players are
    read later and may be newer. If a person has left, or a substitute has begun or stopped,
    ``Game.edition`` has grown, so no move can be stored on this position.
    """
    rows = Hand.objects.filter(game_id=game_id).select_related("game")
    hands = list(rows.annotate(now=database_time.expression()).order_by("seat"))
    if not hands:
        raise Game.DoesNotExist
    game = hands[0].game
    return Position(
        game,
        tuple(game.players.all()),
        tuple(hand.dealt for hand in hands),
        row_values.load_state(game, hands),
        database_time.Reading(hands[0].now),
    )
