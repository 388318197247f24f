"""How a room's series of games stands."""

from game.models import Game, Player
from game.rules.series import Standing, standing
from rooms.models import Room


def series_standing(room: Room) -> Standing:
    """The present series after its finished games, by the rules of its latest game."""
    games = [each.game for each in room.rounds.filter(series=room.series).select_related("game")]
    finished = [each.scores for each in games if each.status == Game.Status.FINISHED]
    return standing(games[-1].rules if games else room.rules, finished)


def seats_left(room: Room) -> dict[int, int]:
    """Who left a game of the present series while it was on: by user, the number of their seat."""
    left = Player.objects.filter(
        game__round__room=room, game__round__series=room.series, left_user__isnull=False
    )
    return dict(left.order_by("game__round").values_list("left_user_id", "seat"))
