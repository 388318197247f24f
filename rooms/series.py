"""How a room's series of games stands."""

from game.models import Game
from game.rules.series import Standing, standing
from rooms.models import Room


def series_standing(room: Room) -> Standing:
    """The present series after its finished games, by the rules of its latest game."""
    games = [each.game for each in room.rounds.filter(series=room.series).select_related("game")]
    finished = [each.scores for each in games if each.status == Game.Status.FINISHED]
    return standing(games[-1].rules if games else room.rules, finished)
